import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { parsePrefer } from './preferred-scenarios.js';

const none = { code: undefined, example: undefined, dynamic: false };

describe('parsePrefer', () => {
  it.each([
    ['code=404', { ...none, code: '404' }],
    ['code="404"', { ...none, code: '404' }],
    ['Code = 404', { ...none, code: '404' }],
    ['code=404, example=unknown', { ...none, code: '404', example: 'unknown' }],
    ['code=404; example="two words"', { ...none, code: '404', example: 'two words' }],
    ['example="a \\"b\\" c"', { ...none, example: 'a "b" c' }],
    ['dynamic=true', { ...none, dynamic: true }],
    ['dynamic=TRUE,code=200', { ...none, code: '200', dynamic: true }],
    ['code=404, code=500', { ...none, code: '404' }],
    ['respond-async, wait=10, code=429', { ...none, code: '429' }],
    ['code', { ...none, code: '' }],
    ['note="code=404", code=500', { ...none, code: '500' }],
    ['respond-async', undefined],
    ['dynamic=false', undefined],
    ['return=minimal; foo="some parameter"', undefined],
    ['decode=404', undefined],
    ['', undefined],
    [',,;;', undefined],
  ])('%s', (header, expected) => {
    expect(parsePrefer(header)).toEqual(expected && { place: 'Prefer: ', ...expected });
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (header) => {
        parsePrefer(header);
      }),
      { seed: 5 },
    );
  });

  it('reads back every name and value that it is given', () => {
    const example = fc.string({ minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(example, fc.integer({ min: 100, max: 599 }), (name, code) => {
        const quoted = name.replace(/["\\]/g, '\\$&');
        fc.pre(!/[\r\n\u2028\u2029]/.test(name));
        expect(parsePrefer(`example="${quoted}", code=${code}`)).toEqual({
          place: 'Prefer: ',
          code: String(code),
          example: name,
          dynamic: false,
        });
      }),
      { seed: 5 },
    );
  });
});
