// Jest in CommonJS: static imports that ts-jest, or Babel, turns into calls of require.
import { drydock } from 'drydock-kit/client';
import type { MockClient } from 'drydock-kit/client';
import { contractMatchers } from 'drydock-kit/jest';

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
