import { faultLabel, ScenarioBadge, StatusBadge } from '../../parts/badges.js';
import { counted, duration, timeOfDay } from '../../parts/format.js';
import { visibleText } from '../../parts/visible-text.js';
import { hrefOf } from '../../routing/route.js';
import type { LoggedExchange } from '../../state/exchange-log.js';
import { operations } from '../../state/world.js';

interface TrafficRowProps {
  readonly row: LoggedExchange;
  readonly position: number;
  /** Pixels from the top of all rows. */
  readonly top: number;
  readonly isOpen: boolean;
  /** Whether Tab stops here; Up and Down move on from there. */
  readonly isReachable: boolean;
  readonly query: Readonly<Record<string, string>>;
}

export function TrafficRow({ row, position, top, isOpen, isReachable, query }: TrafficRowProps) {
  const prefix = prefixOf(row);
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      class={`row${isOpen ? ' is-open' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="cell" class="c-status">
        <StatusBadge status={row.status} fault={row.fault} />
      </span>
      <span role="cell" class="c-request">
        <a
          href={hrefOf(['traffic', row.sandbox, String(row.id)], query)}
          aria-current={isOpen ? 'true' : undefined}
          tabIndex={isReachable ? 0 : -1}
          title={visibleText(row.path)}
        >
          <b class="mono">{visibleText(row.method)}</b>{' '}
          <span class="mono">
            <span class="prefix">{visibleText(prefix)}</span>
            {visibleText(row.path.slice(prefix.length))}
          </span>
        </a>
      </span>
      <span role="cell" class="c-sandbox">
        {visibleText(row.sandbox)}
      </span>
      <span role="cell" class="c-notes">
        {row.scenario.length > 0 ? <ScenarioBadge names={row.scenario} /> : null}
        {row.fault === null ? null : <span class="badge bad">{faultLabel(row.fault)}</span>}
        {row.problems > 0 ? <span class="badge warn">{counted(row.problems, 'problem')}</span> : null}
      </span>
      <span role="cell" class="c-took num">
        {duration(row.durationMs)}
      </span>
      <span role="cell" class="c-time num">
        {timeOfDay(row.time)}
      </span>
    </div>
  );
}

/** The part before the operation's own path: the same on every row, so it is fainter. */
function prefixOf({ path, operation }: LoggedExchange): string {
  const known = operations.value.find(({ id }) => id === operation);
  if (!known) return '';
  const own = known.path.split('/').length - 1;
  return path.split('/').slice(0, -own).join('/');
}
