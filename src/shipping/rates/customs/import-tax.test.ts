import { describe, expect, it } from 'vitest';
import { fc } from '../../../testing/properties/fast-check.js';
import type { Item } from '../../types.js';
import { book, box, property, request } from '../testing/shipments.js';
import { customsValueCents, domestic, importTaxLines, importTaxOf, importTaxText } from './import-tax.js';
import { quoteShipment } from '../quote-shipment.js';

const worth = (items: Item[]) => request({ box_dimension: [{ ...box(1, 1, 1, 1), items }] });
const item = (quantity: string, price: string): Item => ({ name: 'Lamp', quantity, unit_price: price });
const country = (code: string) => book.world.countries.get(code)!;
function taxOf(from: string, to: string, price: string, product: '1' | '3' = '1') {
  const shipment = { ...worth([item('1', price)]), product_type: product };
  return importTaxOf(book.importTaxes, shipment, country(from), country(to));
}
const text = (from: string, to: string, price: string, freight = 5000): string =>
  importTaxText(taxOf(from, to, price), freight);

describe('customs value', () => {
  it('is exact where binary fractions are not, and rounds half a cent up', () => {
    expect(customsValueCents(worth([item('3', '0.1'), item('3', '0.2')]))).toBe(90);
    expect(customsValueCents(worth([item('1', '0.005')]))).toBe(1);
    expect(customsValueCents(worth([item('1', '0.004999')]))).toBe(0);
    expect(customsValueCents(worth([item('007', '25.50'), item('1', '0')]))).toBe(17_850);
    expect(customsValueCents(worth([item('999999999', '1')]))).toBe(99_999_999_900);
  });

  it('is infinite above a billion dollars, however it is written', () => {
    expect(customsValueCents(worth([item('1000000000', '1')]))).toBe(100_000_000_000);
    expect(customsValueCents(worth([item('1', '1000000000.000001')]))).toBe(Infinity);
    expect(customsValueCents(worth([item('999999999', '999999999999.999999')]))).toBe(Infinity);
  });

  it('agrees with arithmetic on big integers', () => {
    const amount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }), fc.integer({ min: 0, max: 6 }));
    const quantity = fc.bigInt({ min: 1n, max: 10n ** 9n - 1n });
    fc.assert(
      fc.property(fc.array(fc.tuple(quantity, amount), { minLength: 1, maxLength: 6 }), (entries) => {
        const items = entries.map(([count, [digits, decimals]]) => {
          const padded = String(digits).padStart(decimals + 1, '0');
          const cut = padded.length - decimals;
          const price = decimals === 0 ? padded : `${padded.slice(0, cut)}.${padded.slice(cut)}`;
          return item(String(count), price);
        });
        const micros = entries.reduce(
          (sum, [count, [digits, decimals]]) => sum + count * digits * 10n ** BigInt(6 - decimals),
          0n,
        );
        const expected = micros > 10n ** 15n ? Infinity : Number((micros + 5000n) / 10_000n);
        expect(customsValueCents(worth(items))).toBe(expected);
      }),
      property,
    );
  });
});

describe('import tax', () => {
  it.each([
    ['DE', 'FR', '5000', 'No import tax (inside the European Union).'],
    ['US', 'HK', '5000', 'No import duty or tax in Hong Kong.'],
    ['US', 'JP', '0', 'No import tax: the customs value is zero.'],
    [
      'US',
      'JP',
      '45',
      'No import tax: the customs value of USD 45.00 is within the threshold of JPY 10,000 of Japan.',
    ],
    [
      'US',
      'AF',
      '45',
      'Import duties and taxes may apply in AF; they are assessed on arrival, payable by receiver (DAP).',
    ],
    [
      'US',
      'JP',
      '2000000000',
      'Customs value above USD 1,000,000,000: duties and taxes are assessed on arrival, payable by receiver (DAP).',
    ],
    // (100 + 50) x 5% = 7.50; (150 + 7.50) x 10% = 15.75
    [
      'US',
      'JP',
      '100',
      'Estimated import tax USD 23.25: duty 5% above the threshold of JPY 10,000, consumption tax 10%; payable by receiver (DAP).',
    ],
    // 150 x 20% = 30
    [
      'US',
      'GB',
      '100',
      'Estimated import tax USD 30.00: no duty within the threshold of GBP 135, VAT 20%; payable by receiver (DAP).',
    ],
    // EUR 3 = 3.45; (150 + 3.45) x 19% = 29.16
    [
      'US',
      'DE',
      '100',
      'Estimated import tax USD 32.61: duty USD 3.45 for each kind of item within the threshold of EUR 150, VAT 19%; payable by receiver (DAP).',
    ],
    // Goods alone: 100 x 10%
    [
      'BD',
      'US',
      '100',
      'Estimated import tax USD 10.00: duty 10% (no threshold); payable by receiver (DAP).',
    ],
    ['US', 'CH', '100', 'Estimated import tax USD 12.15: no duty, VAT 8.1%; payable by receiver (DAP).'],
  ])('%s to %s, goods worth %s', (from, to, price, expected) => {
    expect(text(from, to, price)).toBe(expected);
  });

  it('is not due inside a country', () => {
    const text = 'No import tax (domestic shipment).';
    expect(quoteShipment(request(), book)?.importTax).toEqual({ kind: 'text', text });
  });

  it('is not due on documents', () => {
    expect(importTaxText(taxOf('US', 'BD', '500', '3'), 5000)).toBe('No import tax (documents).');
  });

  it('lists the lines of its estimate', () => {
    expect(importTaxLines(taxOf('US', 'BD', '100'), 5000)).toEqual([
      { name: 'Duty', percent: 25, onCents: 15_000, cents: 3750 },
      { name: 'VAT', percent: 15, onCents: 18_750, cents: 2813 },
    ]);
    expect(importTaxLines(domestic, 5000)).toEqual([]);
  });

  it('covers at least 45 destinations, each of them served', () => {
    expect(book.importTaxes.rules.size).toBeGreaterThanOrEqual(45);
    for (const code of book.importTaxes.rules.keys())
      expect([code, country(code).code]).toEqual([code, code]);
  });
});
