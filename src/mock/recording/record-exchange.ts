import { keptAtMost } from '../../journal/journal-entry.js';
import type { KeptBody, NewJournalEntry } from '../../journal/journal-entry.js';
import type { Answer, Exchange, RequestBody } from '../exchange.js';
import type { ServerContext } from '../../server/server-context.js';
import { coverageMarks } from '../../journal/coverage/coverage-marks.js';

const noBytes = new Uint8Array(0);

/** Notes an exchange in its sandbox's journal, in its coverage, and for those who watch. */
export function recordExchange(
  context: ServerContext,
  exchange: Exchange,
  answer: Answer,
): Promise<void> | undefined {
  const { state } = context;
  const { sandbox } = exchange.identity;
  const entry = entryOf(exchange, answer);
  const { match, value } = exchange;
  const recorded =
    match.kind === 'operation'
      ? state.journal.record(sandbox, entry, (known) => coverageMarks(match.served, entry, value, known))
      : state.journal.record(sandbox, entry);
  if (recorded instanceof Promise) return recorded.then((id) => tell(context, sandbox, entry, id));
  tell(context, sandbox, entry, recorded);
  return undefined;
}

function tell({ events, metrics }: ServerContext, sandbox: string, entry: NewJournalEntry, id: number): void {
  metrics.count(entry);
  if (events.watched) events.publish({ type: 'exchange', sandbox, entry: { ...entry, id } });
}

function entryOf(exchange: Exchange, answer: Answer): NewJournalEntry {
  const { method, path, query, headers, requestBody, match, problems, scenario, arrivedAt, arrivedElapsed } =
    exchange;
  return {
    time: arrivedAt,
    // Replicas write one journal: from 1970 on instead of from the start of each process, still without jumps.
    elapsed: performance.timeOrigin + arrivedElapsed,
    durationMs: performance.now() - arrivedElapsed,
    request: { method, path, query, headers, body: keptRequest(requestBody) },
    operation: match.kind === 'operation' ? match.served.operation.id : undefined,
    problems,
    response: { status: answer.status, headers: answer.headers, body: kept(answer) },
    scenario: scenario?.applied,
  };
}

const nothingKept: KeptBody = { bytes: noBytes, size: 0, lasting: true };

function keptRequest({ bytes }: RequestBody): KeptBody {
  const size = bytes.length;
  if (size === 0) return nothingKept;
  return { bytes: size <= keptAtMost ? bytes : bytes.subarray(0, keptAtMost), size };
}

function kept({ body, size, lasting }: Answer): KeptBody {
  if (size === 0 || body === undefined) return nothingKept;
  if (lasting && size <= keptAtMost) return lasting;
  if (typeof body === 'string') {
    return size <= keptAtMost
      ? new KeptText(body, size)
      : { bytes: Buffer.from(body).subarray(0, keptAtMost), size };
  }
  return { bytes: size <= keptAtMost ? body : body.subarray(0, keptAtMost), size };
}

/** A text that is turned into bytes only where somebody wants them. */
class KeptText implements KeptBody {
  constructor(
    readonly text: string,
    readonly size: number,
  ) {}

  get bytes(): Uint8Array {
    return Buffer.from(this.text);
  }
}
