import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Body } from '../../control/control-types.js';
import { attempt } from '../../state/world.js';
import { Button, CopyButton } from '../controls.js';
import { SearchField } from '../fields.js';
import { useLatest } from '../hooks.js';
import { bytes, count, counted, visibleText } from '../text.js';
import { bodyLines, type BodyLine, type PlacedProblem } from './body-lines.js';
import { foundLines, nextFound, pieces, valueText } from './body-search.js';

/** Lines that are drawn at once, and characters of one text: more is a click away. */
const shown = { lines: 400, characters: 4000 };

const noProblems: readonly PlacedProblem[] = [];

interface BodyViewProps {
  readonly body: Body;
  readonly label: string;
  readonly problems?: readonly PlacedProblem[] | undefined;
  /**
   * Reads the body as it was sent; undefined where nobody has it. With it the body can be searched and shown as it was sent, and a
   * line of it chosen and copied.
   */
  readonly readRaw?: (() => Promise<string | undefined>) | undefined;
}

/** A body as received: JSON by its structure, with each problem beside its value; anything else as text. */
export function BodyView({ body: parsed, label, problems = noProblems, readRaw }: BodyViewProps) {
  const [raw, setRaw] = useState<Body>();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<number>();
  const [all, setAll] = useState(false);
  const begin = useLatest();
  const body = raw ?? parsed;
  const lines = useMemo(() => bodyLines(body, problems), [body, problems]);
  if (parsed.size === 0) return <p class="hint panel-body">No body.</p>;
  const show = (isRaw: boolean): void => {
    const isLatest = begin();
    setChosen(undefined);
    if (!isRaw) setRaw(undefined);
    else
      void attempt(async () => {
        const text = await readRaw?.();
        if (isLatest()) setRaw(rawBody(parsed, text));
      });
  };
  const problemEnd = lines.findLastIndex((line, index) => line.problems.length > 0 && index < 2000) + 1;
  const end = all ? lines.length : Math.max(shown.lines, problemEnd, (chosen ?? -1) + 1);
  return (
    <>
      {readRaw && (
        <div class="body-bar">
          {'json' in parsed ? <Forms isRaw={raw !== undefined} onChoose={show} /> : null}
          <FindInBody {...{ lines, label, search, chosen }} onSearch={setSearch} onChoose={setChosen} />
          <ChosenLine body={body} pointer={chosen === undefined ? undefined : lines[chosen]?.pointer} />
        </div>
      )}
      <Lines {...{ lines, end, label, search, chosen }} isWhole={all} onChoose={readRaw && setChosen} />
      <More {...{ body, lines, end }} isWhole={all} onAll={() => setAll(true)} />
    </>
  );
}

function rawBody({ size, truncated }: Body, text: string | undefined): Body {
  return text === undefined
    ? { size, truncated, text: '', note: 'The journal does not have the body as it was sent.' }
    : { size, truncated, text };
}

function Forms({ isRaw, onChoose }: { isRaw: boolean; onChoose: (isRaw: boolean) => void }) {
  return (
    <div class="seg" role="group" aria-label="Form of the body">
      {([false, true] as const).map((raw) => (
        <button key={String(raw)} type="button" aria-pressed={isRaw === raw} onClick={() => onChoose(raw)}>
          {raw ? 'Raw' : 'Parsed'}
        </button>
      ))}
    </div>
  );
}

interface ShownLines {
  readonly lines: readonly BodyLine[];
  readonly label: string;
  /** A text that is marked wherever it stands. */
  readonly search: string;
  readonly chosen: number | undefined;
}

interface FindInBodyProps extends ShownLines {
  readonly onSearch: (search: string) => void;
  readonly onChoose: (line: number | undefined) => void;
}

/** A search field: Enter chooses the next line that has the text, with Shift the one before. */
function FindInBody({ lines, label, search, chosen, onSearch, onChoose }: FindInBodyProps) {
  const found = useMemo(() => foundLines(lines, search), [lines, search]);
  return (
    <>
      <form
        class="body-search"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(nextFound(found, chosen, 1));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.shiftKey) return;
          event.preventDefault();
          onChoose(nextFound(found, chosen, -1));
        }}
      >
        <SearchField
          label={`Find in the ${label.toLowerCase()}`}
          placeholder="Find"
          value={search}
          onChange={onSearch}
        />
      </form>
      <span class="hint" role="status">
        {search === '' ? '' : counted(found.length, 'line')}
      </span>
    </>
  );
}

/** The pointer of the chosen line, with what can be copied of it. */
function ChosenLine({ body, pointer }: { body: Body; pointer: string | undefined }) {
  if (pointer === undefined || !('json' in body)) return null;
  return (
    <span class="acts chosen-line">
      <code aria-live="polite">{visibleText(pointer === '' ? '(the whole body)' : pointer)}</code>
      <CopyButton text={() => valueText(body.json, pointer)} label="Copy value" plain />
      <CopyButton text={pointer} label="Copy pointer" plain />
    </span>
  );
}

interface LinesProps extends ShownLines {
  readonly end: number;
  /** True to draw long texts with their end. */
  readonly isWhole: boolean;
  /** Chooses a line, by pointer and by arrow keys. */
  readonly onChoose: ((line: number) => void) | undefined;
}

function Lines({ lines, end, label, search, chosen = -1, isWhole, onChoose }: LinesProps) {
  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    region.current?.querySelector('.is-chosen')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
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
      {lines.slice(0, end).map((line, index) => (
        <Line key={index} {...{ index, line, search, isWhole }} isChosen={index === chosen} />
      ))}
    </div>
  );
}

interface LineProps extends Pick<LinesProps, 'search' | 'isWhole'> {
  readonly index: number;
  readonly line: BodyLine;
  readonly isChosen: boolean;
}

function Line({ index: at, line, search, isWhole, isChosen }: LineProps) {
  const { depth, tokens, problems } = line;
  const state = `${problems.length > 0 ? ' marked' : ''}${isChosen ? ' is-chosen' : ''}`;
  return (
    <div class={`body-line${state}`} data-line={at}>
      <span class="nr" aria-hidden="true">
        {at + 1}
      </span>
      <span class="txt">
        {'  '.repeat(depth)}
        {tokens.map(({ kind, text }, index) => (
          <span key={index} class={`t-${kind}`}>
            {pieces(shortened(text, isWhole), search).map((piece, nth) =>
              nth % 2 === 1 ? <mark key={nth}>{piece}</mark> : piece,
            )}
          </span>
        ))}
      </span>
      {problems.map(({ pointer, text }, index) => (
        <span key={index} class="said" data-pointer={pointer}>
          {visibleText(text)}
        </span>
      ))}
    </div>
  );
}

function shortened(text: string, isWhole: boolean): string {
  if (isWhole || text.length <= shown.characters) return visibleText(text);
  const rest = text.length - shown.characters;
  return `${visibleText(text.slice(0, shown.characters))} … ${count(rest)} more characters`;
}

interface MoreProps extends Pick<LinesProps, 'lines' | 'end' | 'isWhole'> {
  readonly body: Body;
  readonly onAll: () => void;
}

/** The parts of a body that are not drawn, and those that were not kept. */
function More({ body, lines, end, isWhole, onAll }: MoreProps) {
  const hidden = lines.length - Math.min(end, lines.length);
  const isShort =
    !isWhole &&
    lines.slice(0, end).some(({ tokens }) => tokens.some(({ text }) => text.length > shown.characters));
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
