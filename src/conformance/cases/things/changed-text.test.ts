import { assert, it, expect } from 'vitest';
import fc from 'fast-check';
import { changedText } from './changed-text.js';

it.each([
  ['{"id":1,"n":1e400}', { id: 7, n: Infinity }, '{"id":7,"n":1e400}'],
  [
    '{"n":null,"n":3.14159265358979323846264,"id":1}',
    { id: 7, n: Math.PI },
    '{"n":null,"n":3.14159265358979323846264,"id":7}',
  ],
  [
    '{ "ids" : [ 1, 1e400 ], "t" : "\\u0041\\"]" }',
    { ids: [7, Infinity], t: 'A"]' },
    '{"ids":[7,1e400],"t":"\\u0041\\"]"}',
  ],
  ['{"a":1e400,"b":2}', { a: Infinity }, '{"a":1e400}'],
  ['{"a":1e400}', { a: Infinity, b: [2] }, '{"a":1e400,"b":[2]}'],
  ['[]', [1, { a: 2 }], '[1,{"a":2}]'],
])('%s with other values keeps the spelling of the rest', (text, to, expected) => {
  expect(changedText(text, JSON.parse(text), to)).toBe(expected);
});

it('a text has the value that it shall have', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.constantFrom(0, 2), (from, to, indent) => {
      const text = JSON.stringify(from, null, indent);
      assert.deepEqual(JSON.parse(changedText(text, JSON.parse(text), to)), JSON.parse(JSON.stringify(to)));
    }),
  );
});
