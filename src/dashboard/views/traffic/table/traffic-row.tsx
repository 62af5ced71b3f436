import type { ComponentChildren } from 'preact';
import { endingWords, faultLabel, methodTone, ScenarioBadge, StatusBadge } from '../../../parts/layout.js';
import { bytes, counted, dateTime, duration, timeOfDay, visibleText } from '../../../parts/text.js';
import { hrefOf, route } from '../../../routing/route.js';
import { keyOf, pathOf, type LoggedExchange } from '../../../state/exchange-log.js';
import { operations } from '../../../state/world.js';
import type { Column, ColumnName } from './columns.js';
import { timingOf, type Timed } from './timing.js';

interface TrafficRowProps {
  readonly row: LoggedExchange;
  readonly shown: readonly Column[];
  readonly position: number;
  readonly top: number;
  readonly isOpen: boolean;
  readonly isCompared: boolean;
  /** True for the latest one that a restarted server has forgotten. */
  readonly isBelowRestart: boolean;
  /** True if Tab stops here; Up and Down move on from there. */
  readonly isReachable: boolean;
}

export function TrafficRow(props: TrafficRowProps) {
  const { row, shown, position, top, isOpen, isCompared, isBelowRestart, isReachable } = props;
  const { goneAt } = row;
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      class={`row${isOpen ? ' is-open' : ''}${isCompared ? ' is-compared' : ''}${goneAt === undefined ? '' : ' is-gone'}`}
      style={{ transform: `translateY(${top}px)` }}
      data-key={keyOf(row)}
    >
      {shown.map(({ name }) => (
        <span key={name} role="cell" class={`c-${name}`}>
          {name === 'request' && isBelowRestart && goneAt !== undefined ? (
            <span class="restart">Restarted before {timeOfDay(goneAt).slice(0, 8)}</span>
          ) : null}
          {name === 'request' ? (
            <a
              href={hrefOf(pathOf(row), route.value.query)}
              aria-current={isOpen ? 'true' : undefined}
              aria-label={`${visibleText(row.method)} ${requestText(row)}`}
              tabIndex={isReachable ? 0 : -1}
              title={visibleText(row.path)}
            >
              {requestText(row)}
            </a>
          ) : (
            cells[name](row)
          )}
        </span>
      ))}
    </div>
  );
}

const cells: Readonly<Record<Exclude<ColumnName, 'request'>, (row: LoggedExchange) => ComponentChildren>> = {
  status: (row) => <Outcome row={row} />,
  method: ({ method }) => <b class={methodTone(method)}>{visibleText(method)}</b>,
  operation: ({ operation }) => visibleText(operation ?? ''),
  sandbox: ({ sandbox }) => visibleText(sandbox),
  notes: (row) => <Notes row={row} />,
  size: ({ responseSize }) => bytes(responseSize),
  timing: (row) => <TimingBar row={row} />,
  took: ({ durationMs }) => duration(durationMs),
  time: ({ time }) => <span title={dateTime(time)}>{timeOfDay(time)}</span>,
};

/** The status that the client got, and the end of a response that did not end in order. */
function Outcome({ row }: { row: LoggedExchange }) {
  const { headBytes, ending } = row;
  const words = endingWords(ending) ?? (headBytes === 0 ? 'no status' : undefined);
  return (
    <>
      {headBytes === 0 ? null : <StatusBadge {...row} />}
      {words === undefined ? null : (
        <span class={`ending ${ending === null ? 'calm' : 'bad'}`}>({words})</span>
      )}
    </>
  );
}

function Notes({ row: { fault, ending, scenario, problems, findings } }: { row: LoggedExchange }) {
  const isTold = fault === null || endingWords(ending) !== undefined;
  return (
    <>
      {problems > 0 ? <span class="badge warn">{counted(problems, 'problem')}</span> : null}
      {findings === undefined ? null : <span class="badge warn">{counted(findings, 'finding')}</span>}
      {scenario.length > 0 ? <ScenarioBadge names={scenario} /> : null}
      {isTold ? null : <span class="badge bad">{faultLabel(fault)}</span>}
    </>
  );
}

function requestText(row: LoggedExchange): string {
  return visibleText(ownPath(row) + (row.query === '' ? '' : `?${row.query}`));
}

/** Without what is before the operation's own path, which is the same on every row. */
export function ownPath({ path, operation }: Pick<LoggedExchange, 'path' | 'operation'>): string {
  const known = operations.value.find(({ id }) => id === operation);
  if (!known) return path;
  const own = known.path.split('/').length - 1;
  return `/${path.split('/').slice(-own).join('/')}`;
}

/** The time until the first byte left, and from there to the end. */
function TimingBar({ row }: { row: Timed }) {
  const { waiting, receiving, words } = timingOf(row);
  return (
    <span class="timing" role="img" aria-label={words} title={words}>
      <i style={{ width: `${waiting}%` }} />
      <i style={{ width: `${receiving}%` }} />
    </span>
  );
}
