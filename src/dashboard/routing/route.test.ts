import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { hrefOf, parseRoute } from './route.js';
import { anyCharacter } from '../../testing/properties/any-character.js';

describe('a route', () => {
  it.each([
    ['', { path: [], query: {} }],
    ['#/', { path: [], query: {} }],
    ['#/traffic/demo/7?status=4XX', { path: ['traffic', 'demo', '7'], query: { status: '4XX' } }],
    ['#/%E0%A4%A', { path: ['%E0%A4%A'], query: {} }],
  ])('%j is read', (fragment, route) => {
    expect(parseRoute(fragment)).toEqual(route);
  });

  it('survives writing and parsing, whatever it contains', () => {
    const text = fc.string({ unit: anyCharacter, minLength: 1 });
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1 }),
        fc.dictionary(text, text, { noNullPrototype: true }),
        (path, query) => {
          expect(parseRoute(hrefOf(path, query))).toEqual({ path, query });
        },
      ),
    );
  });

  it('omits empty filters from its address', () => {
    expect(hrefOf(['traffic'], { status: '', text: 'a b' })).toBe('#/traffic?text=a+b');
  });
});
