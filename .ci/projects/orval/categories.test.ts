import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { QueryClient } from '@tanstack/query-core';
import { drydock, type MockClient, type Sandbox } from 'drydock-kit/client';
import { categoryNames } from './categories';
import { service } from './shipping-fetch';

let mock: MockClient;
let sandbox: Sandbox;
before(async () => {
  mock = await drydock.start();
});
beforeEach(() => {
  sandbox = mock.sandbox();
  Object.assign(service, { url: sandbox.url, key: sandbox.key });
});
after(() => mock.close());

test('categories come by the generated function', async () => {
  const names = await categoryNames(new QueryClient());

  assert.ok(names.includes('Laptops & Computers'), names.join(', '));
});

test('a query is sent again until the service recovers', async () => {
  await sandbox.scenario('flaky');

  await categoryNames(new QueryClient());

  const statuses = (await sandbox.requests()).map(({ response }) => response.status);
  assert.deepEqual(statuses, [500, 500, 200]);
});

test('a query gives up after three requests', async () => {
  await sandbox.scenario('server-error');

  await assert.rejects(categoryNames(new QueryClient()));

  await sandbox.expectVerified({ requests: [{ operation: 'listCategories', status: 500, times: 3 }] });
});
