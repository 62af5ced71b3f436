import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ShippingRate } from '../../contract/types.js';
import { rateShipment } from './rate-shipment.js';
import { ratesText } from './rates-text.js';
import { any, context, property } from './testing/shipments.js';

describe('rates as JSON', () => {
  it('are what JSON.stringify writes, for any shipment', () => {
    let most = 0;
    fc.assert(
      fc.property(any, (shipment) => {
        const { rates } = rateShipment(shipment, context);
        most = Math.max(most, rates.length);
        expect(ratesText(rates)).toBe(JSON.stringify(rates));
      }),
      { ...property, numRuns: 2000 },
    );
    expect(most).toBeGreaterThan(5);
  });

  it('are so for any text and any number', () => {
    const text = fc.string({ unit: 'binary' });
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const rate = fc.record<ShippingRate>({
      id: fc.constant('rate_a.1'),
      request_id: fc.constant('req_1'),
      courier_name: text,
      courier_type: text,
      delivery_time: number,
      delivery_time_text: text,
      description: text,
      home_delivery_fee: number,
      import_tax: text,
      logo: text,
      shipping_charge: number,
    });
    fc.assert(
      fc.property(fc.array(rate, { maxLength: 4 }), (rates) => {
        expect(ratesText(rates)).toBe(JSON.stringify(rates));
      }),
      { ...property, numRuns: 2000 },
    );
  });

  it('escape halves of surrogate pairs, quotes and control characters', () => {
    const [rate] = rateShipment(fc.sample(any, { ...property, numRuns: 50 })[0]!, context).rates;
    for (const courier of ['"', '\\', '\n', '\u0000', '\ud800', '\udc00x', '😀', '\u2028', 'é']) {
      const odd = [{ ...(rate ?? ({} as ShippingRate)), courier_name: courier }];
      expect(JSON.parse(ratesText(odd))).toEqual(JSON.parse(JSON.stringify(odd)));
    }
  });
});
