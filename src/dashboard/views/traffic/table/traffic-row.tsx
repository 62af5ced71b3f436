import { EndingBadge, faultLabel, ScenarioBadge, StatusBadge } from '../../../parts/layout.js';
import { bytes, counted, dateTime, duration, timeOfDay, visibleText } from '../../../parts/text.js';
import { hrefOf, route } from '../../../routing/route.js';
import { keyOf, type LoggedExchange } from '../../../state/exchange-log.js';
import { operations } from '../../../state/world.js';

interface TrafficRowProps {
  readonly row: LoggedExchange;
  readonly position: number;
  readonly top: number;
  readonly isOpen: boolean;
  readonly isCompared: boolean;
  /** True if Tab stops here; Up and Down move on from there. */
  readonly isReachable: boolean;
}

export function TrafficRow({ row, position, top, isOpen, isCompared, isReachable }: TrafficRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      class={`row${isOpen ? ' is-open' : ''}${isCompared ? ' is-compared' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      data-key={keyOf(row)}
    >
      <span role="cell" class="c-status">
        <StatusBadge {...row} />
      </span>
      <span role="cell" class="c-request">
        <a
          href={hrefOf(['traffic', row.sandbox, String(row.id)], route.value.query)}
          aria-current={isOpen ? 'true' : undefined}
          tabIndex={isReachable ? 0 : -1}
          title={visibleText(row.path)}
        >
          <b class="mono">{visibleText(row.method)}</b> <span class="mono">{visibleText(ownPath(row))}</span>
        </a>
      </span>
      <span role="cell" class="c-sandbox">
        {visibleText(row.sandbox)}
      </span>
      <span role="cell" class="c-notes">
        <EndingBadge ending={row.ending} />
        {row.fault === null ? null : <span class="badge bad">{faultLabel(row.fault)}</span>}
        {row.scenario.length > 0 ? <ScenarioBadge names={row.scenario} /> : null}
        {row.problems > 0 ? <span class="badge warn">{counted(row.problems, 'problem')}</span> : null}
        {row.findings === undefined ? null : (
          <span class="badge warn">{counted(row.findings, 'finding')}</span>
        )}
      </span>
      <span role="cell" class="c-size num">
        {bytes(row.responseSize)}
      </span>
      <span role="cell" class="c-took num">
        {duration(row.durationMs)}
      </span>
      <span role="cell" class="c-time num" title={dateTime(row.time)}>
        {timeOfDay(row.time)}
      </span>
    </div>
  );
}

/** Without what is before the operation's own path, which is the same on every row. */
export function ownPath({ path, operation }: Pick<LoggedExchange, 'path' | 'operation'>): string {
  const known = operations.value.find(({ id }) => id === operation);
  if (!known) return path;
  const own = known.path.split('/').length - 1;
  return `/${path.split('/').slice(-own).join('/')}`;
}
