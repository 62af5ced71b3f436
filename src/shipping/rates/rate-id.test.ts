import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { hash, hexDigits, rateIdPrefix, readRateId, requestKey, requestTag, writeRateId } from './rate-id.js';
import type { IdScope, QuotedRate } from './rate-id.js';
import { box, party, property, request } from './testing/shipments.js';

const scope = { seed: 1, sandbox: 'public' };
const quoted = { serviceCode: 'meridian-ground', chargeCents: 1607, requestTag: '7d1f0c52a9b34e68' };
const write = (under: IdScope, rate: QuotedRate): string =>
  writeRateId(requestKey(under, rate.requestTag), rateIdPrefix(rate.serviceCode), rate.chargeCents);
const id = write(scope, quoted);

describe('rate ids', () => {
  it('contain the quote, in the documented form', () => {
    expect(id).toMatch(/^rate_bWVyaWRpYW4tZ3JvdW5k\.000006477d1f0c52a9b34e68[0-9a-f]{16}$/);
    expect(readRateId(scope, id)).toEqual(quoted);
  });

  it('are read back for any quote', () => {
    const code = fc.stringMatching(/^[a-z][a-z0-9-]{0,40}$/);
    const cents = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    const tag = fc.stringMatching(/^[0-9a-f]{16}$/);
    fc.assert(
      fc.property(
        code,
        cents,
        tag,
        fc.integer(),
        fc.string(),
        (serviceCode, chargeCents, tagText, seed, sandbox) => {
          const rate = { serviceCode, chargeCents, requestTag: tagText };
          expect(readRateId({ seed, sandbox }, write({ seed, sandbox }, rate))).toEqual(rate);
        },
      ),
      property,
    );
  });

  it('are refused when any character is changed, added or taken away', () => {
    for (let at = 0; at < id.length; at++) {
      for (const other of ['0', '1', 'a', 'Z', '.', '_', '=', ' ']) {
        if (id[at] === other) continue;
        expect(readRateId(scope, id.slice(0, at) + other + id.slice(at + 1))).toBeUndefined();
      }
      expect(readRateId(scope, id.slice(0, at) + id.slice(at + 1))).toBeUndefined();
    }
    for (const text of [
      `${id}\n`,
      ` ${id}`,
      `${id}0`,
      '',
      'rate_',
      id.toUpperCase(),
      'rate_'.padEnd(1e6, 'a'),
    ]) {
      expect(readRateId(scope, text)).toBeUndefined();
    }
  });

  it('are refused in another sandbox or under another seed', () => {
    expect(readRateId({ seed: 1, sandbox: 'other' }, id)).toBeUndefined();
    expect(readRateId({ seed: 2, sandbox: 'public' }, id)).toBeUndefined();
  });
});

describe('request tags', () => {
  const tag = (change = {}): string => requestTag(scope, { ...request(), ...change });

  it('differ for every field that differs', () => {
    const [one] = request().box_dimension;
    const item = one!.items[0]!;
    const changes = [
      {},
      { product_type: '2' },
      { weight: 5 },
      { weight_unit: 'KG' },
      { delivery_type: 'residential' },
      ...(['sender', 'receiver'] as const).flatMap((side) =>
        Object.keys(party('US')).map((key) => ({ [side]: { ...request()[side], [key]: 'XX' } })),
      ),
      ...['length', 'width', 'height', 'weight'].map((key) => ({ box_dimension: [{ ...one, [key]: 1.5 }] })),
      ...['name', 'quantity', 'unit_price'].map((key) => ({
        box_dimension: [{ ...one, items: [{ ...item, [key]: '7' }] }],
      })),
      { box_dimension: [one, one] },
      { box_dimension: [{ ...one, items: [item, item] }] },
      { box_dimension: [box(9, 12, 5, 4)] },
    ];
    expect(new Set(changes.map(tag)).size).toBe(changes.length);
  });

  it('do not depend on unknown fields', () => {
    const [one] = request().box_dimension;
    expect(tag({ note: 'fragile', box_dimension: [{ ...one, colour: 'red' }] })).toBe(tag());
  });
});

describe('hash', () => {
  it('differs for texts that join to the same letters, and for nearly equal numbers', () => {
    const all = [['ab', 'c'], ['a', 'bc'], ['abc'], ['a","b'], ['a', 'b'], [1], [1 + Number.EPSILON], [-1]];
    expect(new Set(all.map((parts) => hexDigits(hash(parts)))).size).toBe(all.length);
  });

  it('differs in both words for each of 20,000 similar inputs', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => hash(['rate', 1, 'public', index]));
    expect(new Set(words.map(([high, low]) => `${high} ${low}`)).size).toBe(words.length);
    // By chance two words of 32 bits may be equal, seldom more.
    for (const word of [0, 1] as const)
      expect(new Set(words.map((pair) => pair[word])).size).toBeGreaterThan(words.length - 5);
  });

  it('is written as 16 digits', () => {
    for (let index = 0; index < 1000; index += 1) expect(hexDigits(hash([index]))).toMatch(/^[0-9a-f]{16}$/);
  });
});
