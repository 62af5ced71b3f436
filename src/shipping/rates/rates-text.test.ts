import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Logos } from './logos.js';
import { rateIdStem } from './rate-id.js';
import { rateShipment } from './rate-shipment.js';
import { dollars, quoted, serviceTexts } from './rates-text.js';
import { any, context, property } from './testing/shipments.js';

const thorough = { ...property, numRuns: 2000 };

it('rates are written as JSON.stringify would, for any shipment and any URL of the logos', () => {
  let most = 0;
  const check = (shipment: Parameters<typeof rateShipment>[0], base: string): void => {
    const rated = rateShipment(shipment, { ...context, logos: new Logos(base) });
    most = Math.max(most, rated.rates.length);
    expect(rated.count).toBe(rated.rates.length);
    expect(rated.write('<', '>')).toBe(`<${JSON.stringify(rated.rates)}>`);
  };
  fc.assert(fc.property(any, fc.string({ unit: 'binary' }), check), thorough);
  expect(most).toBeGreaterThan(5);
});

it('a text is written as JSON.stringify would', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(quoted(text)).toBe(JSON.stringify(text));
    }),
    thorough,
  );
  for (const text of ['"', '\\', '\n', '\u0000', '\ud800', '\udc00x', '😀', '\u2028', 'é', '\uffff', ''])
    expect(quoted(text)).toBe(JSON.stringify(text));
});

it('a service is written with any texts of its tariff', () => {
  const odd = { name: '"Ö\n', type: 'a\\b', description: '😀\ud800', hours: 24, transitText: '\u0001' };
  const { opening, next, says } = serviceTexts({ ...odd, rateIds: rateIdStem('ö"') });
  expect(next).toBe(`},${opening}`);
  expect(JSON.parse(`${opening}1"${says}0}`)).toEqual({
    id: `${rateIdStem('ö"').prefix}1`,
    courier_name: odd.name,
    courier_type: odd.type,
    delivery_time: 24,
    delivery_time_text: odd.transitText,
    description: odd.description,
    home_delivery_fee: 0,
  });
});

it('an amount is written as JSON.stringify would', () => {
  const check = (cents: number): void => expect(dollars(cents)).toBe(JSON.stringify(cents / 100));
  for (let cents = 0; cents < 20_000; cents += 1) check(cents);
  fc.assert(fc.property(fc.nat(2 ** 32 - 1), check), thorough);
});
