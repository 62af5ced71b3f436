import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rateShipment } from './rate-shipment.js';
import { any, context, property } from './testing/shipments.js';

describe('the JSON of rates', () => {
  it('is what JSON.stringify writes, for any shipment and any address of the logos', () => {
    let most = 0;
    const check = (shipment: Parameters<typeof rateShipment>[0], logoBase: string): void => {
      const rated = rateShipment(shipment, { ...context, logoBase });
      most = Math.max(most, rated.rates.length);
      expect(rated.json).toBe(JSON.stringify(rated.rates));
    };
    fc.assert(fc.property(any, fc.string({ unit: 'binary' }), check), { ...property, numRuns: 1000 });
    expect(most).toBeGreaterThan(5);
  });
});
