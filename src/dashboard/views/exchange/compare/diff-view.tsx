import { Button } from '../../../parts/button.js';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { count } from '../../../parts/format.js';
import { visibleText } from '../../../parts/visible-text.js';
import type { DiffLine } from './diff-lines.js';

interface DiffViewProps {
  readonly label: string;
  readonly lines: readonly DiffLine[];
}

/** Lines that are shown around a difference, and at once. */
const shown = { around: 3, max: 1000 };

/** Two texts side by side. What is the same is folded away, but for a few lines around each difference. */
export function DiffView({ label, lines }: DiffViewProps) {
  const [all, setAll] = useState(false);
  const differing = lines.filter(({ one, other }) => one !== other).length;
  if (lines.length === 0) return <p class="hint panel-body">Both are empty.</p>;
  const visible = all ? lines.map((_, index) => index) : nearDifferences(lines);
  const hidden = lines.length - visible.length;
  return (
    <>
      {differing === 0 ? <p class="hint panel-body">The same in both.</p> : null}
      {visible.length === 0 ? null : (
        <div class="diff" role="region" aria-label={label} tabIndex={0}>
          {visible.map((index, at) => (
            <Fragment key={index}>
              {at > 0 && visible[at - 1] !== index - 1 ? <hr /> : null}
              <Line line={lines[index] ?? { one: undefined, other: undefined }} />
            </Fragment>
          ))}
        </div>
      )}
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

function Line({ line: { one, other } }: { line: DiffLine }) {
  const differs = one !== other;
  return (
    <div class={`diff-line${differs ? ' differs' : ''}`}>
      <Half
        text={one}
        mark={differs && one !== undefined ? '−' : ''}
        words="only in the first: "
        kind="one"
      />
      <Half
        text={other}
        mark={differs && other !== undefined ? '+' : ''}
        words="only in the second: "
        kind="other"
      />
    </div>
  );
}

function Half({
  text,
  mark,
  words,
  kind,
}: {
  text: string | undefined;
  mark: string;
  words: string;
  kind: string;
}) {
  return (
    <span class={`diff-${kind}`}>
      <span class="diff-mark" aria-hidden="true">
        {mark}
      </span>
      {mark === '' ? null : <span class="unseen">{words}</span>}
      {visibleText(text ?? '')}
    </span>
  );
}

function nearDifferences(lines: readonly DiffLine[]): number[] {
  const near = new Set<number>();
  lines.forEach(({ one, other }, index) => {
    if (one === other) return;
    for (let at = index - shown.around; at <= index + shown.around; at += 1) if (lines[at]) near.add(at);
  });
  return [...near].sort((a, b) => a - b).slice(0, shown.max);
}
