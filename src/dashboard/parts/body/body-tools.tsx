import { useMemo, useState } from 'preact/hooks';
import type { Body } from '../../control/control-types.js';
import { attempt } from '../../state/world.js';
import { CopyButton } from '../controls.js';
import { SearchField } from '../fields.js';
import { useLatest } from '../hooks.js';
import { counted, visibleText } from '../text.js';
import type { PlacedProblem } from './body-lines.js';
import { foundLines, nextFound, valueText } from './body-search.js';
import { bodyLines, BodyView } from './body-view.js';

interface SearchableBodyProps {
  readonly body: Body;
  readonly label: string;
  readonly problems?: readonly PlacedProblem[];
  /** Reads the body as it was sent; undefined where nobody has it. */
  readonly readRaw: () => Promise<string | undefined>;
}

/** A body that can be searched, of which a line can be chosen and copied, and which can be shown as it was sent. */
export function SearchableBody({ body: parsed, label, problems = none, readRaw }: SearchableBodyProps) {
  const [raw, setRaw] = useState<Body>();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<number>();
  const begin = useLatest();
  const body = raw ?? parsed;
  const lines = useMemo(() => bodyLines(body, problems), [body, problems]);
  const found = useMemo(() => foundLines(lines, search), [lines, search]);
  if (parsed.size === 0) return <BodyView body={parsed} label={label} />;
  const show = (isRaw: boolean): void => {
    const isLatest = begin();
    setChosen(undefined);
    if (!isRaw) setRaw(undefined);
    else
      void attempt(async () => {
        const text = await readRaw();
        if (isLatest()) setRaw(rawBody(parsed, text));
      });
  };
  return (
    <>
      <div class="body-bar">
        {'json' in parsed ? <Forms isRaw={raw !== undefined} onChoose={show} /> : null}
        <form
          class="body-search"
          onSubmit={(event) => {
            event.preventDefault();
            setChosen(nextFound(found, chosen, 1));
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !event.shiftKey) return;
            event.preventDefault();
            setChosen(nextFound(found, chosen, -1));
          }}
        >
          <SearchField
            label={`Find in the ${label.toLowerCase()}`}
            placeholder="Find"
            value={search}
            onChange={setSearch}
          />
        </form>
        <span class="hint" role="status">
          {search === '' ? '' : counted(found.length, 'line')}
        </span>
        <ChosenLine body={body} pointer={chosen === undefined ? undefined : lines[chosen]?.pointer} />
      </div>
      <BodyView {...{ body, label, problems, search, chosen }} onChoose={setChosen} />
    </>
  );
}

const none: readonly PlacedProblem[] = [];

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
