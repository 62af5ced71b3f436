// Jest in CommonJS without a transform, and no option of Node.
const { drydock } = require('drydock-kit/client');
const { contractMatchers } = require('drydock-kit/jest');
const { createFetchHandler } = require('drydock-kit/fetch');
const { createServer } = require('drydock-kit');

expect.extend(contractMatchers);

let mock;
beforeAll(async () => {
  mock = await drydock.start();
});
afterAll(() => mock.close());

test('start() works, with scenarios, journal and matchers', async () => {
  const sandbox = await mock.sandbox().scenario('flaky');
  const statuses = [];
  for (let call = 0; call < 3; call += 1) {
    const response = await fetch(`${sandbox.url}/categories`, { headers: sandbox.headers() });
    statuses.push(response.status);
    if (response.ok) await expect(response).toMatchContract('listCategories');
  }
  expect(statuses).toEqual([500, 500, 200]);
  await sandbox.expectVerified({ requests: [{ operation: 'listCategories', times: 3 }] });
});

test('attach() reaches the mock of the global setup', async () => {
  const sandbox = await drydock.attach().sandbox().scenario('flaky');
  const { status } = await fetch(`${sandbox.url}/categories`, { headers: sandbox.headers() });
  expect([sandbox.url.startsWith(process.env.DRYDOCK_URL), status]).toEqual([true, 500]);
});

test('another document and the handler without a server work', async () => {
  const server = await createServer({ port: 0, spec: require.resolve('drydock-kit/openapi.yaml') });
  await server.close();
  const handler = createFetchHandler({ seed: 3 });
  const response = await handler(`${handler.url}/categories`, { headers: handler.sandbox().headers() });
  expect(response.status).toBe(200);
});
