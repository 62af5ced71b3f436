import { Button } from '../../../parts/controls.js';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { count, visibleText } from '../../../parts/text.js';

const shown = { around: 3, max: 1000 };

/** Two texts that differ side by side. What is the same is folded away, but for a few lines around each difference. */
export function DiffView({ label, texts }: { label: string; texts: readonly [string, string] }) {
  const lines = diffLines(...texts);
  const [all, setAll] = useState(false);
  const visible = all ? lines.map((_, index) => index) : nearDifferences(lines);
  const hidden = lines.length - visible.length;
  return (
    <>
      <div class="diff" role="region" aria-label={label} tabIndex={0}>
        {visible.map((index, at) => (
          <Fragment key={index}>
            {at > 0 && visible[at - 1] !== index - 1 ? <hr /> : null}
            <Line {...lines[index]} />
          </Fragment>
        ))}
      </div>
      {hidden > 0 ? (
        <div class="panel-body acts">
          <Button kind="small" onClick={() => setAll(true)}>
            Show {count(hidden)} more lines
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Line({ one, other }: DiffLine) {
  const differs = one !== other;
  const halves = [
    { tone: 'bad', text: one, mark: '−', words: 'only in the first: ' },
    { tone: 'good', text: other, mark: '+', words: 'only in the second: ' },
  ];
  return (
    <div class={`diff-line${differs ? ' differs' : ''}`}>
      {halves.map(({ tone, text, mark, words }) => (
        <span key={tone} class={tone}>
          <span class="diff-mark" aria-hidden="true">
            {differs && text !== undefined ? mark : ''}
          </span>
          {differs && text !== undefined ? <span class="unseen">{words}</span> : null}
          {visibleText(text ?? '')}
        </span>
      ))}
    </div>
  );
}

function nearDifferences(lines: readonly DiffLine[]): number[] {
  const isNear = (at: number): boolean =>
    lines
      .slice(Math.max(0, at - shown.around), at + shown.around + 1)
      .some(({ one, other }) => one !== other);
  return lines.flatMap((_, index) => (isNear(index) ? [index] : [])).slice(0, shown.max);
}

/** One line of a comparison; undefined on the side that doesn't have it. */
interface DiffLine {
  readonly one?: string | undefined;
  readonly other?: string | undefined;
}

/** Beyond so many cells of the table, lines are compared by their places: the table would take seconds. */
const maxCells = 4_000_000;

/** Two texts line by line: lines that both have stand beside each other, and changed ones too. */
function diffLines(one: string, other: string): readonly DiffLine[] {
  const [a, b] = [one === '' ? [] : one.split('\n'), other === '' ? [] : other.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const both = (lines: readonly string[]): DiffLine[] => lines.map((line) => ({ one: line, other: line }));
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const middle = left.length * right.length > maxCells ? byPlace(left, right) : byLongestCommon(left, right);
  return [...both(a.slice(0, start)), ...middle, ...both(a.slice(a.length - end))];
}

function byPlace(a: readonly string[], b: readonly string[]): DiffLine[] {
  const length = Math.max(a.length, b.length);
  return Array.from({ length }, (_, index) => ({ one: a[index], other: b[index] }));
}

/** By the longest common subsequence; what changed between two common lines stands side by side. */
function byLongestCommon(a: readonly string[], b: readonly string[]): DiffLine[] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  /** The length of that of the lines from these on. */
  const commonFrom = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j] ? 1 + commonFrom(i + 1, j + 1) : Math.max(commonFrom(i + 1, j), commonFrom(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j, afterA, afterB] = [0, 0, 0, 0];
  while (i < a.length && j < b.length)
    if (a[i] === b[j]) {
      lines.push(...byPlace(a.slice(afterA, i), b.slice(afterB, j)), { one: a[i], other: b[j] });
      [i, j, afterA, afterB] = [i + 1, j + 1, i + 1, j + 1];
    } else if (commonFrom(i + 1, j) >= commonFrom(i, j + 1)) i += 1;
    else j += 1;
  return [...lines, ...byPlace(a.slice(afterA), b.slice(afterB))];
}
