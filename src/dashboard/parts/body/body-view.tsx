import { Button } from '../controls.js';
import { useMemo, useState } from 'preact/hooks';
import type { Body } from '../../control/control-types.js';
import { bytes, count, visibleText } from '../text.js';
import {
  jsonLines,
  placeProblems,
  type JsonLine,
  type PlacedProblem,
  problemsByLine,
  textLines,
} from './body-lines.js';

/** Lines that are drawn at once, and characters of one text: more is a click away. */
const shown = { lines: 400, characters: 4000 };

const noProblems: readonly PlacedProblem[] = [];

/** A body as received: JSON by its structure, with each problem beside its value; anything else as text. */
export function BodyView(props: { body: Body; label: string; problems?: readonly PlacedProblem[] }) {
  const { body, label, problems = noProblems } = props;
  const [all, setAll] = useState(false);
  const lines = useMemo(
    () => ('json' in body ? jsonLines(body.json) : textLines(body.text ?? '', problems)),
    [body, problems],
  );
  const placed = useMemo(
    () => ('json' in body ? placeProblems(lines, problems) : problemsByLine(lines, problems)),
    [body, lines, problems],
  );
  if (body.size === 0) return <p class="hint panel-body">No body.</p>;
  const last = Math.max(
    shown.lines,
    ...[...placed.keys()].filter((line) => line < 2000).map((line) => line + 1),
  );
  const visible = all ? lines : lines.slice(0, last);
  return (
    <>
      <div class="body-lines" role="region" aria-label={label} tabIndex={0}>
        {visible.map((line, index) => (
          <Line key={index} nr={index + 1} line={line} problems={placed.get(index)} whole={all} />
        ))}
      </div>
      <More body={body} hidden={lines.length - visible.length} onAll={() => setAll(true)} />
    </>
  );
}

interface LineProps {
  readonly nr: number;
  readonly line: JsonLine;
  readonly problems: readonly PlacedProblem[] | undefined;
  readonly whole: boolean;
}

function Line({ nr, line, problems, whole }: LineProps) {
  return (
    <div class={`body-line${problems ? ' marked' : ''}`}>
      <span class="nr" aria-hidden="true">
        {nr}
      </span>
      <span class="txt">
        {'  '.repeat(line.depth)}
        {line.tokens.map(({ kind, text }, index) => (
          <span key={index} class={`t-${kind}`}>
            {shortened(text, whole)}
          </span>
        ))}
      </span>
      {problems?.map(({ text }, index) => (
        <span key={index} class="said">
          {visibleText(text)}
        </span>
      ))}
    </div>
  );
}

function shortened(text: string, whole: boolean): string {
  if (whole || text.length <= shown.characters) return visibleText(text);
  const rest = text.length - shown.characters;
  return `${visibleText(text.slice(0, shown.characters))} … ${count(rest)} more characters`;
}

function More({ body, hidden, onAll }: { body: Body; hidden: number; onAll: () => void }) {
  return (
    <>
      {hidden > 0 ? (
        <div class="panel-body acts">
          <Button kind="small" onClick={onAll}>
            Show {count(hidden)} more lines
          </Button>
        </div>
      ) : null}
      {body.truncated ? (
        <p class="hint panel-body">Only the beginning was kept; the whole body had {bytes(body.size)}.</p>
      ) : null}
      {body.note === undefined ? null : <p class="hint panel-body">{body.note}</p>}
    </>
  );
}
