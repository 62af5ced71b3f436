import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { property } from '../rates/testing/shipments.js';
import { isTrackingNumber, writeTrackingNumber } from './order-rate.js';

const word = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const numbers = fc.tuple(word, word).map(([high, low]) => writeTrackingNumber(high, low));
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

describe('tracking numbers', () => {
  it('are valid as written', () => {
    fc.assert(
      fc.property(numbers, (number) => /^DDK[2-9A-HJKMNP-Z]{11}$/.test(number) && isTrackingNumber(number)),
      property,
    );
  });

  it('are invalid with one character mistyped or two neighbours swapped', () => {
    fc.assert(
      fc.property(
        numbers,
        fc.integer({ min: 3, max: 13 }),
        fc.constantFrom(...alphabet.split('')),
        (number, at, other) => {
          const mistyped = number.slice(0, at) + other + number.slice(at + 1);
          expect(isTrackingNumber(mistyped)).toBe(mistyped === number);
          if (at === 13) return;
          const swapped = number.slice(0, at) + number[at + 1]! + number[at]! + number.slice(at + 2);
          expect(isTrackingNumber(swapped)).toBe(swapped === number);
        },
      ),
      property,
    );
  });

  it('are refused with wrong lengths, letters or prefixes', () => {
    for (const text of [
      '',
      'DDK',
      'DDK22222222222X',
      'ddk22222222222',
      'DDKO2222222222',
      '\nDDK22222222222',
    ]) {
      expect(isTrackingNumber(text)).toBe(false);
    }
  });
});
