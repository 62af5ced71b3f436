import type { Delivery } from '../delivery.js';
import type { AppliedScenario, JournalEntry } from '../journal-entry.js';

/** The fields of an entry that matter to a test; the others get defaults. */
export interface EntryFacts {
  readonly id?: number;
  /** Seconds after the first moment of the journal. */
  readonly at?: number;
  readonly durationMs?: number;
  readonly operation?: string | undefined;
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes as they are, a text, or anything else as JSON. */
  readonly body?: unknown;
  /** Whole size of the body, where it was kept in part. */
  readonly size?: number;
  readonly status?: number;
  readonly responseBody?: unknown;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly scenario?: Partial<AppliedScenario>;
  /** Default: all of it. */
  readonly delivery?: Delivery;
}

export const start = Date.UTC(2026, 0, 1);

export function journalEntry(facts: EntryFacts = {}): JournalEntry {
  const { id = 1, at = 0, scenario, path = '/categories', method = 'GET' } = facts;
  const sent = bytesOf(facts.body);
  const received = bytesOf(facts.responseBody);
  return {
    id,
    time: start + at * 1000,
    elapsed: 5000 + at * 1000,
    durationMs: facts.durationMs ?? 0,
    request: {
      ...{ method, path, query: facts.query ?? '', headers: facts.headers ?? {} },
      body: { bytes: sent, size: facts.size ?? sent.length },
    },
    operation: 'operation' in facts ? facts.operation : 'listCategories',
    problems: [],
    response: {
      status: facts.status ?? 200,
      headers: facts.responseHeaders ?? {},
      body: { bytes: received, size: received.length },
    },
    delivery: facts.delivery ?? {
      firstByteMs: facts.durationMs ?? 0,
      lastByteMs: facts.durationMs ?? 0,
      headBytes: 100,
      bodyBytes: received.length,
      ending: 'complete',
    },
    scenario: scenario && {
      ...{ names: ['flaky'], channel: 'sandbox', step: '', fault: undefined, changes: [] },
      ...scenario,
    },
  };
}

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array(0);
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
