import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../parts/controls.js';
import { count, counted } from '../../parts/text.js';
import { goTo, hrefOf, route, setQuery } from '../../routing/route.js';
import { useCommands } from '../../shell/commands/commands.js';
import { keyOf, pathOf, type LoggedExchange } from '../../state/exchange-log.js';
import { scope } from '../../state/scope.js';
import { exchangeLog, known, sandboxes, shed } from '../../state/world.js';
import { ComparePane } from '../exchange/compare/compare-pane.js';
import { ExchangePane } from '../exchange/exchange-pane.js';
import { FirstCall } from '../start/first-call.js';
import { clearedAt, clearList, paused, togglePause, TrafficToolbar } from './traffic-toolbar.js';
import { Empty, Loading } from '../../parts/layout.js';
import { RateChart } from './rate-chart.js';
import { SearchBox, searchFieldId } from './search/search-box.js';
import { localMatches, searchOf } from './search/traffic-search.js';
import { merged, useJournalSearch } from './search/use-journal-search.js';
import { useSplit } from './split.js';
import { TrafficTable } from './table/traffic-table.js';
import { useHeldEntries } from './use-held-entries.js';

type Query = Readonly<Record<string, string>>;

export function TrafficView() {
  const { path, query } = route.value;
  const [, sandbox = '', id] = path;
  const opened = id === undefined ? undefined : `${sandbox}/${id}`;
  const [isReading, setReading] = useState(false);
  const isHeld = paused.value || isReading || opened !== undefined;
  const { rows, matching, problems, isSearching, isPending, newer, renew } = useRows(query, isHeld, opened);
  const { share, border } = useSplit();
  useListCommands(rows, opened);
  const entries = exchangeLog.entries.value;
  const gone = rows.filter(({ goneAt }) => goneAt !== undefined).length;
  const sentence =
    countSentence(isSearching ? matching : undefined, entries.length) +
    (gone > 0 ? `, and ${count(gone)} from before a restart` : '');
  return (
    <div class={`view traffic${opened === undefined ? '' : ' opened'}`} style={{ '--share': `${share}%` }}>
      <section class="traffic-list" aria-label="Requests">
        <div class="traffic-head">
          <h1>Traffic</h1>
          <SearchBox problems={problems} />
          <TrafficToolbar
            isEmpty={entries.length + gone === 0}
            rows={rows.filter(({ goneAt }) => goneAt === undefined)}
          />
        </div>
        <div class="traffic-line">
          <p class="hint traffic-count" role="status">
            <span title={sentence}>{sentence}</span>
            {isPending ? ' so far' : null}
            {clearedAt.value === '' ? null : (
              <button type="button" class="link" onClick={() => (clearedAt.value = '')}>
                Show earlier ones
              </button>
            )}
          </p>
          <RateChart rows={rows} />
        </div>
        {shed.value.length > 0 ? (
          <p class="hint shed">
            Evicted to stay within --max-memory:{' '}
            {shed.value.map(({ kind, count: number }) => `${count(number)} ${kind}`).join(', ')}.
          </p>
        ) : null}
        {rows.length > 0 ? (
          <TrafficTable
            {...{ rows, opened, newer }}
            onNewer={() => {
              paused.value = false;
              renew();
            }}
            onReading={setReading}
          />
        ) : !known.value || isPending ? (
          <Loading />
        ) : entries.length + exchangeLog.gone.value.length > 0 && !isUnused(query) ? (
          <NothingPasses isSearching={isSearching} />
        ) : (
          <FirstCall
            title={scope.value === '' ? 'No requests yet' : `No requests of ${scope.value} yet`}
            idea="Requests appear here as soon as they are answered, with their problems and their scenario."
          />
        )}
      </section>
      {opened === undefined ? null : border}
      {id === undefined || opened === undefined ? null : query.with ? (
        <ComparePane key={`${query.with} ${opened}`} one={query.with} other={opened} />
      ) : (
        <ExchangePane key={opened} sandbox={sandbox} id={id} />
      )}
    </div>
  );
}

/** True where the sandbox alone is chosen and had no request, so that there is nothing to show instead. */
function isUnused({ sandbox = '', text = '', operation = '', status = '' }: Query): boolean {
  if (sandbox === '' || `${text}${operation}${status}` !== '') return false;
  return sandboxes.value.every(({ name, requests }) => name !== sandbox || requests === 0);
}

/** The rows that a search and Clear leave, the latest first. @param isHeld true while none may be added */
function useRows(query: Query, isHeld: boolean, opened: string | undefined) {
  const { text = '', sandbox = '', operation = '', status = '' } = query;
  const search = useMemo(() => searchOf(query), [text, sandbox, operation, status]);
  const entries = exchangeLog.entries.value;
  const since = clearedAt.value;
  const { shown, arrived, renew } = useHeldEntries(isHeld, `${search.text} ${since}`, opened);
  const isSearching = search.terms.length > 0;
  const local = useMemo(() => localMatches(shown, search), [shown, search]);
  const isNeeded = isSearching && (local.open || entries.length < total('journalled'));
  // While the list is held the same search finds the same.
  const { found, isPending } = useJournalSearch(search, isNeeded, shown);
  const gone = exchangeLog.gone.value;
  const rows = useMemo(() => {
    const all = found ? merged(local.rows, found.rows) : local.rows;
    const left = gone.length === 0 ? [] : localMatches(gone, search).rows;
    return since === '' ? [...all, ...left] : [...all, ...left].filter(({ time }) => time >= since);
  }, [local, found, since, gone]);
  return {
    ...{ rows, isSearching, isPending, renew, problems: search.problems },
    matching: Math.max(found?.matching ?? 0, rows.filter(({ goneAt }) => goneAt === undefined).length),
    newer: localMatches(arrived, search).rows.length,
  };
}

function useListCommands(rows: readonly LoggedExchange[], opened: string | undefined): void {
  const open = (step: 1 | -1): void => {
    const from = rows.findIndex((row) => keyOf(row) === opened);
    const row = rows[from === -1 ? 0 : from + step];
    if (row) goTo(hrefOf(pathOf(row), route.value.query));
  };
  useCommands([
    { title: 'Next request', keys: 'j', run: () => open(1) },
    { title: 'Previous request', keys: 'k', run: () => open(-1) },
    { title: 'Search the traffic', keys: 's', run: () => document.getElementById(searchFieldId)?.focus() },
    { title: paused.value ? 'Resume the list' : 'Pause the list', keys: 'p', run: togglePause },
    { title: 'Clear the list', run: clearList },
  ]);
}

/**
 * The number of requests that the journals hold, the list shows and the journals dropped.
 *
 * @param matching how many pass the filters; undefined without filters
 * @param listed how many the page has in its list
 */
function countSentence(matching: number | undefined, listed: number): string {
  // Sandboxes are read now and then, requests arrive at once.
  const held = Math.max(total('journalled'), matching ?? 0, listed);
  const gone = total('requests') - total('journalled');
  const shown =
    matching !== undefined
      ? `${count(matching)} of ${counted(held, 'request')}`
      : listed < held
        ? `Showing the latest ${count(listed)} of ${counted(held, 'request')}`
        : counted(held, 'request');
  return gone > 0 ? `${shown}; the journals have dropped ${count(gone)} older ones` : shown;
}

/** The number of requests that all sandboxes got, or that their journals hold. */
function total(field: 'requests' | 'journalled'): number {
  return sandboxes.value.reduce((sum, sandbox) => sum + sandbox[field], 0);
}

/** @param isSearching whether a search hides the others, or Clear alone */
function NothingPasses({ isSearching }: { isSearching: boolean }) {
  const showAll = (): void => {
    clearedAt.value = '';
    setQuery({ sandbox: '', operation: '', status: '', text: '' });
  };
  return (
    <Empty
      tag="h2"
      title={isSearching ? 'No request matches' : 'No requests since the list was cleared'}
      act={<Button onClick={showAll}>Show all</Button>}
    >
      <p>{isSearching ? 'The search hides all of them.' : 'The journals still have the earlier ones.'}</p>
    </Empty>
  );
}
