import { Button } from '../controls.js';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
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
import { pieces } from './body-search.js';

/** Lines that are drawn at once, and characters of one text: more is a click away. */
const shown = { lines: 400, characters: 4000 };

const noProblems: readonly PlacedProblem[] = [];

/** The lines of a body: JSON by its structure, anything else as text. */
export function bodyLines(body: Body, problems: readonly PlacedProblem[]): readonly JsonLine[] {
  return 'json' in body ? jsonLines(body.json) : textLines(body.text ?? '', problems);
}

interface BodyViewProps {
  readonly body: Body;
  readonly label: string;
  readonly problems?: readonly PlacedProblem[];
  /** A text that is marked wherever it stands. */
  readonly search?: string;
  /** The index of the line that is chosen. */
  readonly chosen?: number | undefined;
  /** Makes its lines ones that can be chosen, by pointer and by arrow keys. */
  readonly onChoose?: (line: number) => void;
}

/** A body as received: JSON by its structure, with each problem beside its value; anything else as text. */
export function BodyView(props: BodyViewProps) {
  const { body, label, problems = noProblems, search = '', chosen = -1, onChoose } = props;
  const [all, setAll] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => bodyLines(body, problems), [body, problems]);
  const placed = useMemo(
    () => ('json' in body ? placeProblems(lines, problems) : problemsByLine(lines, problems)),
    [body, lines, problems],
  );
  useLayoutEffect(() => {
    region.current?.querySelector('.is-chosen')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  if (body.size === 0) return <p class="hint panel-body">No body.</p>;
  const last = Math.max(
    shown.lines,
    chosen + 1,
    ...[...placed.keys()].filter((line) => line < 2000).map((line) => line + 1),
  );
  const visible = all ? lines : lines.slice(0, last);
  return (
    <>
      <div
        ref={region}
        class={`body-lines${onChoose ? ' choosable' : ''}`}
        role="region"
        aria-label={label}
        tabIndex={0}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (!onChoose || step === undefined) return;
          event.preventDefault();
          onChoose(Math.max(0, Math.min(lines.length - 1, chosen + step)));
        }}
        onClick={({ target }) => {
          const line = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
          if (line) onChoose?.(Number(line.dataset.line));
        }}
      >
        {visible.map((line, index) => (
          <Line
            key={index}
            {...{ index, line, search }}
            problems={placed.get(index)}
            whole={all}
            isChosen={index === chosen}
          />
        ))}
      </div>
      <More
        body={body}
        hidden={lines.length - visible.length}
        isShort={
          !all && visible.some(({ tokens }) => tokens.some(({ text }) => text.length > shown.characters))
        }
        onAll={() => setAll(true)}
      />
    </>
  );
}

interface LineProps {
  readonly index: number;
  readonly search: string;
  readonly isChosen: boolean;
  readonly line: JsonLine;
  readonly problems: readonly PlacedProblem[] | undefined;
  readonly whole: boolean;
}

function Line({ index: at, line, search, problems, whole, isChosen }: LineProps) {
  return (
    <div class={`body-line${problems ? ' marked' : ''}${isChosen ? ' is-chosen' : ''}`} data-line={at}>
      <span class="nr" aria-hidden="true">
        {at + 1}
      </span>
      <span class="txt">
        {'  '.repeat(line.depth)}
        {line.tokens.map(({ kind, text }, index) => (
          <span key={index} class={`t-${kind}`}>
            {pieces(shortened(text, whole), search).map((piece, nth) =>
              nth % 2 === 1 ? <mark key={nth}>{piece}</mark> : piece,
            )}
          </span>
        ))}
      </span>
      {problems?.map(({ pointer, text }, index) => (
        <span key={index} class="said" data-pointer={pointer}>
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

interface MoreProps {
  readonly body: Body;
  /** Lines that are not drawn. */
  readonly hidden: number;
  /** True where a long text is drawn without its end. */
  readonly isShort: boolean;
  readonly onAll: () => void;
}

function More({ body, hidden, isShort, onAll }: MoreProps) {
  return (
    <>
      {hidden > 0 || isShort ? (
        <div class="panel-body acts">
          <Button kind="small" onClick={onAll}>
            {hidden > 0 ? `Show ${count(hidden)} more lines` : 'Show all characters'}
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
