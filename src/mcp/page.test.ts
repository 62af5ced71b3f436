import { describe, expect, it } from 'vitest';
import { fc } from '../testing/properties/fast-check.js';
import { pageAfter } from './page.js';
import { ToolArguments } from './tool.js';

const keys = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 60 });

/** All pages, one after the other. @param listOf the list at the time of a page */
function inPages(listOf: (page: number) => readonly string[], limit: number): string[] {
  const found: string[] = [];
  let after: string | undefined;
  for (let page = 0; ; page += 1) {
    const args = new ToolArguments({ after, limit });
    const { items, next } = pageAfter(listOf(page), (key) => key, args, 5);
    expect(items.length).toBeLessThanOrEqual(limit);
    found.push(...items);
    if (next === null) return found;
    after = next;
  }
}

describe('pageAfter', () => {
  it('makes pages that are the list when they are put together', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 100 }), (list, limit) => {
        expect(inPages(() => list, limit)).toEqual(list);
      }),
    );
  });

  it('loses and doubles nothing while items are added before and after a page', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 5 }), (list, limit) => {
        const grown = (page: number) => [
          ...Array.from({ length: page }, (_, index) => `first ${index}`),
          ...list,
          ...Array.from({ length: Math.min(page, 3) }, (_, index) => `last ${index}`),
        ];
        const found = inPages(grown, limit);
        expect(new Set(found).size).toBe(found.length);
        expect(found.filter((key) => list.includes(key))).toEqual(list);
      }),
    );
  });

  it('refuses to go on after what the list has no more', () => {
    const goOn = (list: readonly string[], after: string) => () =>
      pageAfter(list, (key) => key, new ToolArguments({ after }), 1);
    expect(goOn(['one', 'two'], 'twe')).toThrow('The list has no "twe" to go on after; did you mean two?');
    expect(goOn(['one'], 'something')).toThrow('give what a page gave as next.');
  });
});
