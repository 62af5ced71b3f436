import type { AppliedScenario, JournalEntry } from '../journal-entry.js';

/** What a test says of an entry; the rest is as plain as can be. */
export interface SaidOfEntry {
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
  readonly answer?: unknown;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly scenario?: Partial<AppliedScenario>;
}

export const start = Date.UTC(2026, 0, 1);

export function journalEntry(said: SaidOfEntry = {}): JournalEntry {
  const { id = 1, at = 0, scenario, path = '/categories', method = 'GET' } = said;
  const sent = bytesOf(said.body);
  const answered = bytesOf(said.answer);
  return {
    id,
    time: start + at * 1000,
    elapsed: 5000 + at * 1000,
    durationMs: said.durationMs ?? 0,
    request: {
      ...{ method, path, query: said.query ?? '', headers: said.headers ?? {} },
      body: { bytes: sent, size: said.size ?? sent.length },
    },
    operation: 'operation' in said ? said.operation : 'listCategories',
    problems: [],
    response: {
      status: said.status ?? 200,
      headers: said.answerHeaders ?? {},
      body: { bytes: answered, size: answered.length },
    },
    scenario: scenario && { names: ['flaky'], channel: 'sandbox', step: '', fault: undefined, ...scenario },
  };
}

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array(0);
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
