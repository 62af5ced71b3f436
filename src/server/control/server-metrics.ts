import type { JournalEntry } from '../../state/journal-entry.js';
import type { State } from '../../state/state.js';
import { sample } from './prometheus-text.js';
import type { Family } from './prometheus-text.js';

const started = Date.now() / 1000 - process.uptime();

/** How the process stands now, and what it holds. */
export async function serverMetrics(state: State, watchers: number): Promise<Family[]> {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const sandboxes = await state.sandboxes();
  return [
    gauge('drydock_sandboxes', 'Sandboxes in use.', sandboxes.length),
    ...journalMetrics(
      state,
      sandboxes.map(({ name }) => name),
    ),
    gauge('drydock_event_watchers', 'Readers of the event stream.', watchers),
    gauge('process_resident_memory_bytes', 'Resident memory.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Memory of the JavaScript heap in use.', heapUsed),
    counter('process_cpu_seconds_total', 'Processor time, user and system.', (user + system) / 1e6),
    gauge('process_start_time_seconds', 'When the process started, since 1970.', started),
    gauge('process_uptime_seconds', 'How long the process has run.', process.uptime()),
  ];
}

/** Only of journals in this process: to fetch those of a shared store would cost more than the number tells. */
function journalMetrics(state: State, names: readonly string[]): Family[] {
  let [entries, bytes] = [0, 0];
  for (const name of names) {
    const journal = state.journal(name);
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
  return request.body.bytes.length + response.body.bytes.length;
}

function gauge(name: string, help: string, value: number): Family {
  return { name, help, type: 'gauge', samples: [sample(value)] };
}

function counter(name: string, help: string, value: number): Family {
  return { name, help, type: 'counter', samples: [sample(value)] };
}
