import { keptAtMost, type JournalEntry } from '../../journal/journal-entry.js';
import type { State } from '../../state/state.js';
import { StoreUnavailableError } from '../../state/store-unavailable.js';
import type { GivenContext } from '../control-context.js';
import { counter, gauge, sample, type Family } from './prometheus-text.js';
import type { MemoryBudget } from '../../state/memory-budget.js';
import {
  durationBuckets,
  type OperationCounts,
  type RequestCounts,
} from '../../mock/recording/record-exchange.js';

const started = Date.now() / 1000 - process.uptime();

/** All metrics of a server. @param further those that only the control API knows */
export async function serverFamilies(
  { metrics, memory, state, gateway }: GivenContext,
  further: readonly Family[] = [],
): Promise<readonly Family[]> {
  return [
    ...requestMetrics(metrics),
    ...memoryMetrics(memory),
    ...(await processMetrics(state)),
    ...further,
    ...(gateway?.metrics() ?? []),
  ];
}

/** The state of the process, and how much it holds. */
async function processMetrics(state: State): Promise<Family[]> {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const { up, failedCalls } = state.health();
  return [
    ...(await sandboxMetrics(state)),
    gauge('drydock_store_up', 'Whether the store answers: 1 or 0.', up ? 1 : 0),
    counter('drydock_store_failed_calls_total', 'Calls to the store that failed.', failedCalls),
    gauge('process_resident_memory_bytes', 'Resident memory.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Memory of the JavaScript heap in use.', heapUsed),
    counter('process_cpu_seconds_total', 'Processor time, user and system.', (user + system) / 1e6),
    gauge('process_start_time_seconds', 'When the process started, since 1970.', started),
    gauge('process_uptime_seconds', 'How long the process has run.', process.uptime()),
  ];
}

/** None while the store is unavailable. */
async function sandboxMetrics(state: State): Promise<Family[]> {
  try {
    const names = (await state.sandboxes.list()).map(({ name }) => name);
    return [gauge('drydock_sandboxes', 'Sandboxes in use.', names.length), ...journalMetrics(state, names)];
  } catch (cause) {
    if (cause instanceof StoreUnavailableError) return [];
    throw cause;
  }
}

/** Only of journals in this process: fetching those of a shared store would cost more than the figures are worth. */
function journalMetrics(state: State, names: readonly string[]): Family[] {
  let [entries, bytes] = [0, 0];
  for (const name of names) {
    const journal = state.journal.list(name);
    if (journal instanceof Promise) {
      journal.catch(() => undefined);
      return [];
    }
    entries += journal.length;
    for (const entry of journal) bytes += bodyBytes(entry);
  }
  return [
    gauge('drydock_journal_entries', 'Exchanges kept in the journals of all sandboxes.', entries),
    gauge('drydock_journal_bytes', 'Bytes of the bodies kept in them.', bytes),
  ];
}

function bodyBytes({ request, response }: JournalEntry): number {
  return Math.min(request.body.size, keptAtMost) + Math.min(response.body.size, keptAtMost);
}

/** Reports the use of the memory budget, and what was evicted or refused to stay within it. */
function memoryMetrics({ limit, usage, shed, refused }: MemoryBudget): Family[] {
  const byKind = <T extends { readonly kind: string }>(all: readonly T[], value: (one: T) => number) =>
    all.map((one) => sample(value(one), { kind: one.kind }));
  const used = byKind(usage, ({ bytes }) => bytes);
  const evicted = byKind(shed, ({ count }) => count);
  const evictedBytes = byKind(shed, ({ bytes }) => bytes);
  return [
    gauge('drydock_memory_budget_bytes', 'The limit that --max-memory sets.', limit),
    gauge('drydock_memory_used_bytes', 'Estimated memory held for clients, by kind.', used),
    counter('drydock_shed_total', 'Evictions to stay within the memory limit, by kind.', evicted),
    counter('drydock_shed_bytes_total', 'Bytes of evicted data, by kind.', evictedBytes),
    counter(
      'drydock_memory_refused_requests_total',
      'Requests answered 503 because nothing was left to evict.',
      refused,
    ),
  ];
}

/** Reports the number of requests and their durations. */
function requestMetrics({ byOperation }: RequestCounts): Family[] {
  return [
    counter(
      'drydock_requests_total',
      'Requests answered, by operation and status.',
      [...byOperation].flatMap(([operation, { byStatus }]) =>
        [...byStatus].map(([status, count]) => sample(count, { operation, status })),
      ),
    ),
    {
      name: 'drydock_request_duration_seconds',
      help: 'Time from the arrival of a request until its response ended, scenario delays included.',
      type: 'histogram',
      samples: [...byOperation].flatMap(([operation, counts]) => histogram(operation, counts)),
    },
  ];
}

/** Buckets of Prometheus hold all that is below their bound. */
function histogram(operation: string, { inBucket, seconds, requests }: OperationCounts) {
  let below = 0;
  const bounded = durationBuckets.map((bound, index) => {
    below += inBucket[index] ?? 0;
    return sample(below, { operation, le: bound }, '_bucket');
  });
  return [
    ...bounded,
    sample(requests, { operation, le: '+Inf' }, '_bucket'),
    sample(seconds, { operation }, '_sum'),
    sample(requests, { operation }, '_count'),
  ];
}
