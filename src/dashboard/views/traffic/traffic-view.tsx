import { useMemo, useRef } from 'preact/hooks';
import { count } from '../../parts/format.js';
import { ViewHead } from '../../parts/view-head.js';
import { route } from '../../routing/route.js';
import { keyOf } from '../../state/exchange-log.js';
import type { LoggedExchange } from '../../state/exchange-log.js';
import { exchangeLog, known, sandboxes, shed } from '../../state/world.js';
import { countSentence } from './count-sentence.js';
import { ExchangePane } from '../exchange/exchange-pane.js';
import { NoTraffic, NothingPasses } from './no-traffic.js';
import { TrafficFilters } from './traffic-filters.js';
import { filtered, filterOf, isFiltering } from './traffic-filter.js';
import { TrafficTable } from './traffic-table.js';
import { useJournalSearch } from './use-journal-search.js';

/** Requests of clients and their responses, live. */
export function TrafficView() {
  const { path, query } = route.value;
  const [, sandbox, id] = path;
  const entries = exchangeLog.entries.value;
  const filter = filterOf(query);
  const { sandbox: a, operation: b, status: c, text: d } = filter;
  const listed = useMemo(() => filtered(entries, filter), [entries, a, b, c, d]);
  const found = useJournalSearch(filter, entries.length);
  const rows = useMemo(() => merged(listed, found), [listed, found]);
  const opened = sandbox !== undefined && id !== undefined;
  const list = useRef<HTMLElement>(null);
  return (
    <div class={`view traffic${opened ? ' opened' : ''}`}>
      <section class="traffic-list" aria-label="Requests" ref={list}>
        <ViewHead title="Traffic" idea="Requests of clients and their responses, newest first." />
        <TrafficFilters filter={filter} />
        <p class="hint traffic-count" role="status">
          {countSentence(sandboxes.value, isFiltering(filter) ? rows.length : undefined, entries.length)}
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

/** What the page knows and what the journals had before, each once, newest first. */
function merged(
  listed: readonly LoggedExchange[],
  found: readonly LoggedExchange[] | undefined,
): readonly LoggedExchange[] {
  if (!found) return listed;
  const known = new Set(listed.map(keyOf));
  const older = found.filter((entry) => !known.has(keyOf(entry)));
  return [...listed, ...older].sort((a, b) => (a.time > b.time ? -1 : a.time < b.time ? 1 : b.id - a.id));
}
