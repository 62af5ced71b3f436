import { describe, expect, it } from 'vitest';
import { textLines, type BodyLine } from './body-lines.js';

const problem = (place: string) => ({ pointer: '', text: `body must be JSON: colon expected${place}` });

/** The indexes of lines with problems. */
const marked = (lines: readonly BodyLine[]): number[] =>
  lines.flatMap(({ problems }, index) => (problems.length > 0 ? [index] : []));

describe('a body with broken JSON', () => {
  const text = '{\n  "a" 1\n}';

  it('has the breaking character marked', () => {
    const problems = [problem(' at line 2, column 7')];
    const lines = textLines(text, problems);
    expect(lines.map(({ tokens }) => tokens.map((token) => token.text))).toEqual([
      ['{'],
      ['  "a" ', '1', ''],
      ['}'],
    ]);
    expect(lines[1]?.tokens[1]?.kind).toBe('spot');
    expect(marked(lines)).toEqual([1]);
  });

  it('has its end marked if it is incomplete', () => {
    const [line] = textLines('{', [problem(' at line 1, column 2')]);
    expect(line?.tokens.map((token) => token.text)).toEqual(['{', '␣', '']);
  });

  it('shows a problem without a place at its first line', () => {
    const problems = [problem(''), problem(' at line 99, column 1')];
    expect(marked(textLines(text, problems))).toEqual([0, 2]);
  });
});
