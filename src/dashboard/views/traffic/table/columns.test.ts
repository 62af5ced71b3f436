import { describe, expect, it } from 'vitest';
import { columnsFor, gridTracks, growingSide, readChoice } from './columns.js';

const usual = readChoice(null);
const names = (width: number, choice = usual): string[] => columnsFor(width, choice).map(({ name }) => name);

describe('the columns of the list', () => {
  it('are those that were chosen, at the widths that were chosen', () => {
    const choice = readChoice('{"hidden":["size"],"widths":{"status":80}}');
    expect(names(2000, choice)).toEqual([
      'status',
      'method',
      'request',
      'operation',
      'sandbox',
      'notes',
      'timing',
      'took',
      'time',
    ]);
    expect(gridTracks(columnsFor(300, choice))).toBe('minmax(0, 80px) minmax(0, 52px) minmax(0, 1fr)');
  });

  it('leave for one another until the rest fit, and the first three always stay', () => {
    expect(names(1200)).toHaveLength(9);
    for (let width = 1200; width > 0; width -= 10) {
      const shown = columnsFor(width, usual);
      const needed = shown.reduce((sum, column) => sum + column.width + 12, 20);
      expect(shown.length === 3 || needed <= width).toBe(true);
      expect(shown.slice(0, 3).map(({ name }) => name)).toEqual(['status', 'method', 'request']);
    }
  });

  it.each([
    '',
    'no JSON',
    'null',
    '3',
    '{"hidden":"size"}',
    '{"widths":{"size":"wide","took":9999,"x":null}}',
  ])('are the usual ones where %j is stored', (text) => {
    expect(readChoice(text)).toEqual(usual);
  });

  it('grow to the side of the request', () => {
    const shown = columnsFor(1200, usual);
    expect([growingSide(shown, 'status'), growingSide(shown, 'time')]).toEqual([1, -1]);
  });
});
