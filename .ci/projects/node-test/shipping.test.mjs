import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { drydock } from 'drydock-kit/client';
import { cheapestCourier } from './shipping-client.mjs';

const shipment = JSON.parse(readFileSync(new URL('shipment.json', import.meta.url), 'utf8'));

let mock;
before(async () => {
  mock = await drydock.start();
});
after(() => mock.close());

test('the cheapest courier is found', async () => {
  const sandbox = mock.sandbox();

  assert.equal(await cheapestCourier(sandbox, shipment), 'Union Post Ground');

  await sandbox.expectVerified({ requests: [{ operation: 'getShippingRates', status: 200, times: 1 }] });
});

test('two failures of the server are not the end', async () => {
  const sandbox = await mock.sandbox().scenario('flaky'); // 500, 500, then normal

  assert.equal(await cheapestCourier(sandbox, shipment), 'Union Post Ground');

  await sandbox.expectVerified({
    requests: [
      { status: 500, times: 2 },
      { status: 200, times: 1 },
    ],
    inOrder: true,
  });
});

test('a wrong key is not tried again', async () => {
  const sandbox = mock.sandbox();

  await assert.rejects(cheapestCourier({ url: sandbox.url, key: sandbox.expiredKey }, shipment), /401/);

  await sandbox.expectVerified({ requests: [{ status: 401, times: 1 }] });
});
