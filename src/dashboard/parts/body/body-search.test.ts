import { describe, expect, it } from 'vitest';
import { jsonLines } from './body-lines.js';
import { foundLines, nextFound, pieces, valueText } from './body-search.js';

const json = {
  data: [
    { name: 'Äpfel', 'a/b~c': null },
    { name: 'apfelmus', list: [1] },
  ],
};
const lines = jsonLines(json);

describe('a search in a body', () => {
  it('finds keys and values in any case, across what separates them', () => {
    const found = (search: string): string[] =>
      foundLines(lines, search).map((line) => lines[line]?.pointer ?? '');
    expect(found('APFEL')).toEqual(['/data/1/name']);
    expect(found('"name": "ä')).toEqual(['/data/0/name']);
    expect(found('name')).toEqual(['/data/0/name', '/data/1/name']);
    expect([found(''), found('nowhere')]).toEqual([[], []]);
  });

  it('goes on to the next or the previous one, and around', () => {
    const found = [2, 5, 9];
    expect([undefined, 2, 3, 9].map((from) => nextFound(found, from, 1))).toEqual([2, 5, 5, 2]);
    expect([undefined, 9, 3, 2].map((from) => nextFound(found, from, -1))).toEqual([9, 5, 2, 9]);
    expect([nextFound([], undefined, 1), nextFound([], 3, -1)]).toEqual([undefined, undefined]);
  });

  it('divides a text at each match without changing it', () => {
    expect(pieces('a-B-b', 'b')).toEqual(['a-', 'B', '-', 'b', '']);
    for (const [text, search] of [
      ['aaa', 'aa'],
      ['İ-i', 'i'],
      ['x', ''],
      ['', 'x'],
    ] as const)
      expect(pieces(text, search).join('')).toBe(text);
  });
});

it.each([
  ['/data/0/name', 'Äpfel'],
  ['/data/0/a~1b~0c', 'null'],
  ['/data/1/list', '[\n  1\n]'],
])('the value at %s is copied as %j', (pointer, text) => {
  expect(valueText(json, pointer)).toBe(text);
});
