import { describe, expect, it } from 'vitest';
import { jsonLines, type BodyLine } from './body-lines.js';
import { fc } from '../../../testing/properties/fast-check.js';

const textOf = (lines: readonly BodyLine[]): string =>
  lines.map(({ depth, tokens }) => '  '.repeat(depth) + tokens.map(({ text }) => text).join('')).join('\n');

describe('jsonLines', () => {
  it('gives the text of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(textOf(jsonLines(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('gives each line the pointer of its value', () => {
    const lines = jsonLines({ 'a/b~': [{ c: 1 }, []] });
    expect(lines.map(({ pointer }) => pointer)).toEqual([
      '',
      '/a~1b~0',
      '/a~1b~0/0',
      '/a~1b~0/0/c',
      undefined,
      '/a~1b~0/1',
      undefined,
      undefined,
    ]);
  });

  it('folds values beyond the maximum depth', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    expect(jsonLines(deep).length).toBeLessThan(250);
  });
});

describe('problems in a JSON body', () => {
  const value = { a: { b: [1, 2] }, c: null };

  it.each([
    ['/a/b/1', '/a/b/1'],
    ['/c', '/c'],
    ['', ''],
    ['/a/missing', '/a'],
    ['/a/b/7/deeper', '/a/b'],
    ['/nothing', ''],
    ['no pointer', ''],
  ])('at %j are shown at %j', (pointer, place) => {
    const lines = jsonLines(value, [{ pointer, text: 'wrong' }]);
    expect(lines.filter(({ problems }) => problems.length > 0).map((line) => line.pointer)).toEqual([place]);
  });

  it('shows problems of one value together', () => {
    const problems = [
      { pointer: '/c', text: 'one' },
      { pointer: '/c', text: 'two' },
    ];
    const marked = jsonLines(value, problems).filter((line) => line.problems.length > 0);
    expect(marked.map((line) => line.problems)).toEqual([problems]);
  });
});
