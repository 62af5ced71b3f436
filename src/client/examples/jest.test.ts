import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { drydock, type MockClient } from '../index.js';

/** The code under test: the categories of a select box, asked for again where that helps. */
async function categoryNames(api: { url: string; key: string }): Promise<string[]> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(`${api.url}/categories`, {
      headers: { Authorization: `Bearer ${api.key}` },
    });
    if (response.ok) {
      const { data } = (await response.json()) as { data: { name: string }[] };
      return data.map(({ name }) => name);
    }
    const worthwhile = response.status === 429 || response.status >= 500;
    if (!worthwhile || attempt === 3) throw new Error(`The categories can't be loaded (${response.status}).`);
    const told = Number(response.headers.get('Retry-After') ?? '0.01');
    await new Promise((resolve) => setTimeout(resolve, told * 1000 * 4 ** attempt));
  }
}

let mock: MockClient;
beforeAll(async () => {
  mock = await drydock.start();
});
afterAll(() => mock.close());

test('two failures of the server are not the end', async () => {
  const sandbox = await mock.sandbox().scenario('flaky'); // 500, 500, then normal

  expect(await categoryNames(sandbox)).toContain('Laptops & Computers');

  await sandbox.expectVerified({
    requests: [
      { operation: 'listCategories', status: 500, times: 2 },
      { operation: 'listCategories', status: 200, times: 1 },
    ],
    inOrder: true,
  });
});

test('a spent quota is waited for, longer each time', async () => {
  const sandbox = await mock.sandbox().scenario('rate-limited-twice'); // "Retry after 1 seconds", twice

  await categoryNames(sandbox);

  await sandbox.expectVerified({ backoff: true });
}, 30_000); // it waits 1 s and 4 s, and Jest and Vitest stop a test after 5 s

test('a wrong key is not tried again', async () => {
  const sandbox = mock.sandbox();

  await expect(categoryNames({ url: sandbox.url, key: sandbox.expiredKey })).rejects.toThrow('401');

  await sandbox.expectVerified({ requests: [{ operation: 'listCategories', times: 1 }] });
});
