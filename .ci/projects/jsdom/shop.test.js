/** @jest-environment jsdom */
// jsdom brings no fetch: the client must still reach the mock.
const { drydock } = require('drydock-kit/client');

test('a mock is started and controlled under jsdom', async () => {
  const mock = await drydock.start();
  const sandbox = await mock.sandbox().scenario('flaky');
  expect((await sandbox.state()).scenario).toBe('flaky');
  await mock.close();
});
