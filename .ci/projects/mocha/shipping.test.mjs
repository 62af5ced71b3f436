import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { drydock } from 'drydock-kit/client';
import { cheapestCourier } from './shipping-client.mjs';

const shipment = JSON.parse(readFileSync(new URL('shipment.json', import.meta.url), 'utf8'));

describe('the shipping client', function () {
  this.timeout(30_000); // Mocha's 2,000 ms include the start of the mock; on a loaded machine that is too little

  let mock;
  before(async () => {
    mock = await drydock.start();
  });
  after(() => mock.close());

  it('finds the cheapest courier', async () => {
    const sandbox = mock.sandbox();

    assert.equal(await cheapestCourier(sandbox, shipment), 'Union Post Ground');

    await sandbox.expectVerified({ requests: [{ operation: 'getShippingRates', status: 200, times: 1 }] });
  });

  it('takes two failures of the server', async () => {
    const sandbox = await mock.sandbox().scenario('flaky'); // 500, 500, then normal

    assert.equal(await cheapestCourier(sandbox, shipment), 'Union Post Ground');

    await sandbox.expectVerified({ requests: [{ status: 500, times: 2 }, { status: 200 }], inOrder: true });
  });

  it('says that there is no courier', async () => {
    const sandbox = mock.sandbox();
    const key = sandbox.keyWith('no-couriers'); // for a client in which only the key can be set

    assert.equal(await cheapestCourier({ url: sandbox.url, key }, shipment), undefined);
  });
});
