import { keptAtMost } from '../../journal/journal-entry.js';
import type { JournalEntry } from '../../journal/journal-entry.js';
import type { State } from '../../state/state.js';
import { StoreUnavailableError } from '../../state/store-unavailable.js';
import { sample } from './prometheus-text.js';
import type { Family } from './prometheus-text.js';
import type { MemoryBudget } from '../../state/memory-budget.js';
import { durationBuckets } from '../../mock/recording/record-exchange.js';
import type { OperationCounts, RequestCounts } from '../../mock/recording/record-exchange.js';

const started = Date.now() / 1000 - process.uptime();

/** The state of the process, and how much it holds. */
export async function serverMetrics(state: State, watchers: number): Promise<Family[]> {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const { up, failedCalls } = state.health();
  return [
    ...(await sandboxMetrics(state)),
    gauge('drydock_store_up', 'Whether the store answers: 1 or 0.', up ? 1 : 0),
    counter('drydock_store_failed_calls_total', 'Calls to the store that failed.', failedCalls),
    gauge('drydock_event_watchers', 'Readers of the event stream.', watchers),
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

function gauge(name: string, help: string, value: number): Family {
  return { name, help, type: 'gauge', samples: [sample(value)] };
}

function counter(name: string, help: string, value: number): Family {
  return { name, help, type: 'counter', samples: [sample(value)] };
}

/** Reports the use of the memory budget, and what was evicted or refused to stay within it. */
export function memoryMetrics({ limit, usage, shed, refused }: MemoryBudget): Family[] {
  return [
    {
      ...{ name: 'drydock_memory_budget_bytes', type: 'gauge', help: 'What --max-memory allows.' },
      samples: [sample(limit)],
    },
    {
      ...{
        name: 'drydock_memory_used_bytes',
        type: 'gauge',
        help: 'What is held of it, by kind, estimated.',
      },
      samples: usage.map(({ kind, bytes }) => sample(bytes, { kind })),
    },
    {
      ...{ name: 'drydock_shed_total', type: 'counter', help: 'What was shed to stay within it, by kind.' },
      samples: shed.map(({ kind, count }) => sample(count, { kind })),
    },
    {
      ...{ name: 'drydock_shed_bytes_total', type: 'counter', help: 'Bytes of what was shed, by kind.' },
      samples: shed.map(({ kind, bytes }) => sample(bytes, { kind })),
    },
    {
      name: 'drydock_memory_refused_requests_total',
      type: 'counter',
      help: 'Requests answered 503 because nothing was left to shed.',
      samples: [sample(refused)],
    },
  ];
}

/** Reports the number of requests and their durations. */
export function requestMetrics({ byOperation }: RequestCounts): Family[] {
  return [
    {
      name: 'drydock_requests_total',
      help: 'Requests answered, by operation and status.',
      type: 'counter',
      samples: [...byOperation].flatMap(([operation, { byStatus }]) =>
        [...byStatus].map(([status, count]) => sample(count, { operation, status })),
      ),
    },
    {
      name: 'drydock_request_duration_seconds',
      help: 'From the arrival of a request until its response was ready to send, delays of scenarios included.',
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
