import type { ComponentChildren } from 'preact';
import type { JournalSummary } from '../control/control-types.js';
import { bytes, visibleText } from './text.js';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { faultKind } from '../../scenarios/faults/registry.js';

interface ViewHeadProps {
  readonly title: ComponentChildren;
  /** The view's one idea, in a sentence. */
  readonly idea: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function ViewHead({ title, idea, children }: ViewHeadProps) {
  return (
    <div class="view-head">
      <div>
        <h1>{title}</h1>
        <p>{idea}</p>
      </div>
      {children ? <div class="acts">{children}</div> : null}
    </div>
  );
}

interface PanelProps {
  /** The id of its heading. Without one it is a part of another section, with a smaller heading. */
  readonly id?: string;
  readonly title: string;
  /** Further classes. */
  readonly kind?: string;
  /** The end of its head: a sentence or controls. */
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A section in a frame, with its heading in a line of its own. */
export function Panel({ id, title, kind, head, children }: PanelProps) {
  const label = id === undefined ? { 'aria-label': title } : { 'aria-labelledby': id };
  return (
    <section class={kind === undefined ? 'panel' : `panel ${kind}`} {...label}>
      <div class="panel-head">
        {id === undefined ? <h3>{title}</h3> : <h2 id={id}>{title}</h2>}
        {head}
      </div>
      {children}
    </section>
  );
}

interface EmptyProps {
  readonly tag?: 'h2' | 'h3';
  readonly title: string;
  readonly kind?: string;
  readonly act?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Stands where a list has nothing: why, and what to do. */
export function Empty({ tag: Tag = 'h3', title, kind = 'empty', act, children }: EmptyProps) {
  return (
    <div class={kind}>
      <Tag>{title}</Tag>
      {children}
      {act ? <div class="acts">{act}</div> : null}
    </div>
  );
}

/** A bar while something is read. It appears only where that takes longer than a moment. */
export function Loading() {
  return <progress class="loading" aria-label="Loading" />;
}

/** A failure in a sentence; nothing where there is none. */
export function Trouble({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p class="note bad" role="alert">
      {visibleText(text)}
    </p>
  );
}

/** A share of a whole, as a number and as a bar. */
export function ShareFigure(props: { percent: number; number: number | string; unit: string }) {
  const { percent, number, unit } = props;
  return (
    <>
      <span class="figure">
        {number}
        <small>{unit}</small>
      </span>
      <span class="share" aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </span>
    </>
  );
}

/** A line of a list of facts; nothing where the fact is null or undefined. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  if (children === null || children === undefined) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The end of a row of a table: the cells with numbers. */
export function Numbers({ values }: { values: readonly ComponentChildren[] }) {
  return (
    <>
      {values.map((value, index) => (
        <td key={index} class="num">
          {value}
        </td>
      ))}
    </>
  );
}

interface TableProps {
  readonly label: string;
  /** Set to `grid` for a table of marks: its columns are narrow. */
  readonly kind?: 'grid';
  readonly caption?: ComponentChildren;
  readonly heads?: readonly string[];
  /** Heads of the columns with numbers, behind the others. */
  readonly numbers?: readonly string[];
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways where it is too wide, by keyboard too. */
export function Table({ label, kind, caption, heads = [], numbers = [], children }: TableProps) {
  return (
    <div class="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table class={kind === undefined ? 'data' : `data ${kind}`}>
        {caption === undefined ? null : <caption>{caption}</caption>}
        {heads.length === 0 ? null : (
          <thead>
            <tr>
              {[...heads, ...numbers].map((head, index) => (
                <th key={head} scope="col" class={index < heads.length ? undefined : kind ? 'mono' : 'num'}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function Refused({ errors }: { errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <ul class="note bad" role="alert">
      {errors.map((error) => (
        <li key={error}>{visibleText(error)}</li>
      ))}
    </ul>
  );
}

interface FocusedHeadingProps {
  readonly tag: 'h2' | 'h3';
  readonly id?: string;
  readonly class?: string;
  /** The subject; the heading is focused again when it changes. */
  readonly about?: string;
  readonly children: ComponentChildren;
}

/** A heading that gets the focus when it appears, before a key that follows can move it on. */
export function FocusedHeading({ tag: Tag, about, children, ...attributes }: FocusedHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: about === undefined }), [about]);
  return (
    <Tag {...attributes} ref={heading} tabIndex={-1}>
      {children}
    </Tag>
  );
}

export function toneOf(status: number): 'good' | 'warn' | 'bad' | 'calm' {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'calm' : 'good';
}

interface StatusBadgeProps {
  readonly status: number;
  /** The way in which a scenario broke the connection: no status is good then, and one that was not sent is crossed out. */
  readonly fault?: string | null | undefined;
  /** The end of the response: no status is good where the server broke it off. */
  readonly ending?: Ending;
  /** Bytes of the response's head that left: with none the client got no status, whoever ended it. */
  readonly headBytes?: number;
}

export function StatusBadge({ status, fault = null, ending = 'complete', headBytes = 1 }: StatusBadgeProps) {
  const isUnsent = headBytes === 0;
  if (isUnsent && (ending === null || status === 0))
    return <span class="badge status-code calm">{ending === null ? 'pending' : 'none'}</span>;
  const isCut = ending === 'cut' || ending === 'closed' || ending === 'reset';
  if (fault === null && !isCut && !isUnsent)
    return <span class={`badge status-code ${toneOf(status)}`}>{status}</span>;
  const [Tag, title] = isUnsent
    ? (['s', 'The response ended before this status was sent.'] as const)
    : (['span', 'The response was broken after this status.'] as const);
  return (
    <Tag class="badge status-code bad" title={title}>
      {status}
    </Tag>
  );
}

type Ending = JournalSummary['ending'];

const endings: Readonly<Record<NonNullable<Ending>, string>> = {
  complete: 'complete',
  cut: 'cut off',
  closed: 'closed without a response',
  reset: 'reset',
  held: 'held until the end of the longest wait',
  left: 'client left',
  timeout: 'client stopped reading',
  shutdown: 'server stopped',
};

/** An ending that is not in order, in a word or two; undefined for one that is. */
export function endingWords(ending: Ending): string | undefined {
  if (ending === null) return 'pending';
  if (ending === 'complete') return undefined;
  return ending === 'closed' || ending === 'held' ? ending : endings[ending];
}

const methodTones: Readonly<Record<string, string>> = {
  ...{ GET: 'calm', POST: 'good', PUT: 'warn', PATCH: 'warn', DELETE: 'bad' },
};

/** The class of a method's colour. */
export function methodTone(method: string): string {
  return `method ${methodTones[method] ?? ''}`;
}

/** The part of a response that left, and its end. */
export function sentInWords(delivery: { headBytes: number; bodyBytes: number; ending: Ending }): string {
  const { headBytes, bodyBytes, ending } = delivery;
  return `${bytes(headBytes)} of head, ${bytes(bodyBytes)} of body: ${ending === null ? 'pending' : endings[ending]}`;
}

export function faultLabel(fault: string): string {
  return faultKind(fault)?.label ?? visibleText(fault);
}

/** A scenario's name, marked as something that changes responses. */
export function ScenarioBadge({ names }: { names: readonly string[] }) {
  return <span class="badge calm mono">{visibleText(names.join(', '))}</span>;
}
