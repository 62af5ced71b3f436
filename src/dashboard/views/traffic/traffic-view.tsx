import { useMemo, useRef } from 'preact/hooks';
import { count } from '../../parts/format.js';
import { ViewHead } from '../../parts/view-head.js';
import { route } from '../../routing/route.js';
import { keyOf, keptExchanges } from '../../state/exchange-log.js';
import { exchangeLog, known, shed } from '../../state/world.js';
import { ExchangePane } from './exchange-pane.js';
import { NoTraffic, NothingPasses } from './no-traffic.js';
import { TrafficFilters } from './traffic-filters.js';
import { filtered, filterOf, isFiltering } from './traffic-filter.js';
import { TrafficTable } from './traffic-table.js';

/** Requests of clients and their responses, live. */
export function TrafficView() {
  const { path, query } = route.value;
  const [, sandbox, id] = path;
  const entries = exchangeLog.entries.value;
  const filter = filterOf(query);
  const { sandbox: a, operation: b, status: c, text: d } = filter;
  const rows = useMemo(() => filtered(entries, filter), [entries, a, b, c, d]);
  const opened = sandbox !== undefined && id !== undefined;
  const list = useRef<HTMLElement>(null);
  return (
    <div class={`view traffic${opened ? ' opened' : ''}`}>
      <section class="traffic-list" aria-label="Requests" ref={list}>
        <ViewHead title="Traffic" idea="Requests of clients and their responses, newest first." />
        <TrafficFilters filter={filter} />
        <p class="hint traffic-count" role="status">
          {isFiltering(filter)
            ? `${count(rows.length)} of ${count(entries.length)} requests`
            : `${count(entries.length)} requests`}
          {entries.length >= keptExchanges ? ' (the last ones; older ones went)' : ''}
        </p>
        {shed.value.length > 0 ? (
          <p class="hint">
            Shed to stay within --max-memory:{' '}
            {shed.value.map(({ kind, count: number }) => `${count(number)} ${kind}`).join(', ')}.
          </p>
        ) : null}
        {rows.length > 0 ? (
          <TrafficTable
            rows={rows}
            opened={opened ? keyOf({ sandbox, id: Number(id) }) : undefined}
            query={query}
          />
        ) : !known.value ? null : isFiltering(filter) && entries.length > 0 ? (
          <NothingPasses />
        ) : (
          <NoTraffic />
        )}
      </section>
      {opened ? <ExchangePane key={`${sandbox}/${id}`} sandbox={sandbox} id={id} query={query} /> : null}
    </div>
  );
}
