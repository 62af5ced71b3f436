import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { drydock, type MockClient } from 'drydock-kit/client';
import { cheapestCourier } from './shipping-client.mjs';

const shipment = JSON.parse(readFileSync('shipment.json', 'utf8'));

let mock: MockClient;
before(async () => {
  mock = await drydock.start();
});
after(() => mock.close());

test('the cheapest courier is found', async () => {
  const sandbox = mock.sandbox();

  assert.equal(await cheapestCourier(sandbox, shipment), 'Union Post Ground');

  await sandbox.expectVerified({ requests: [{ operation: 'getShippingRates', status: 200, times: 1 }] });
});

test('each problem of a refused shipment is named', async () => {
  const sandbox = mock.sandbox();

  await assert.rejects(cheapestCourier(sandbox, { ...shipment, weight: -1 }), /weight/);
});

test('a spent quota is an error of the document', async () => {
  const sandbox = await mock.sandbox().scenario('rate-limited');

  await assert.rejects(cheapestCourier(sandbox, shipment), /retry after 60 seconds/);
});
