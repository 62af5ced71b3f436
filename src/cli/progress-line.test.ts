import { describe, expect, it } from 'vitest';
import { ProgressLine } from './progress-line.js';

function written(isTTY: boolean, lines: readonly [second: number, line: string][]): string {
  let text = '';
  let now = 0;
  const stream = { isTTY, columns: 12, write: (more: string) => (text += more) };
  const progress = new ProgressLine(stream, () => now);
  for (const [second, line] of lines) {
    now = second * 1000;
    progress.show(line);
  }
  return text;
}

describe('a progress line', () => {
  it('is written every five seconds where there is no terminal', () => {
    const lines = [1, 4, 5, 6, 9, 10.5].map((second): [number, string] => [second, `at ${second}`]);
    expect(written(false, [...lines, [20, '']])).toBe('at 5\nat 10.5\n');
  });

  it('replaces the one before on a terminal, within its width', () => {
    expect(
      written(true, [
        [1, 'a'],
        [1, 'longer than that'],
        [1, ''],
      ]),
    ).toBe('\r\u001b[2Ka\r\u001b[2Klonger than\r\u001b[2K');
  });
});
