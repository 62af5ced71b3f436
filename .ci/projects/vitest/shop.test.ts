import { drydock } from 'drydock-kit/client';
import type { MockClient } from 'drydock-kit/client';
import { contractMatchers } from 'drydock-kit/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';

expect.extend(contractMatchers);

let mock: MockClient;
beforeAll(async () => {
  mock = await drydock.start();
});
afterAll(() => mock.close());

test('start() works, and the matcher has a type', async () => {
  const sandbox = await mock.sandbox().scenario('one-courier');
  const response = await fetch(`${sandbox.url}/categories`, { headers: sandbox.headers() });
  await expect(response).toMatchContract('listCategories');
});
