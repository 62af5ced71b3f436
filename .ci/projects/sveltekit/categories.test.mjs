import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { drydock } from 'drydock-kit/client';

let mock, sandbox, server;
before(async () => {
  mock = await drydock.start();
  sandbox = mock.sandbox();
  Object.assign(process.env, { SHIPPING_URL: sandbox.url, SHIPPING_KEY: sandbox.key });
  const { handler } = await import('./build/handler.js'); // what `vite build` has made with adapter-node
  server = createServer(handler);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await mock.close();
});

const html = async () => (await fetch(`http://127.0.0.1:${server.address().port}/`)).text();

test('the server asks for the categories and shows them', async () => {
  assert.match(await html(), /<li>Laptops &amp; Computers<\/li>/);

  await sandbox.expectVerified({ requests: [{ operation: 'listCategories', status: 200, times: 1 }] });
});

test('a failure of the service is no failure of the page', async () => {
  await sandbox.scenario('server-error');

  assert.match(await html(), /Please try again\./);
});
