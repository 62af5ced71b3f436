import { keptAtMost } from '../../state/journal.js';
import type { JournalEntry, KeptBody, NewJournalEntry } from '../../state/journal-entry.js';
import type { Answer, Exchange, RequestBody } from '../exchange.js';
import type { Surroundings } from '../surroundings.js';
import { coverageMarks } from './coverage-marks.js';

const noBytes = new Uint8Array(0);

/** Notes an exchange in its sandbox's journal, in its coverage, and for those who watch. */
export function recordExchange(
  surroundings: Surroundings,
  exchange: Exchange,
  answer: Answer,
): Promise<void> | undefined {
  const { state } = surroundings;
  const { sandbox } = exchange.identity;
  const recorded = state.record(sandbox, entryOf(exchange, answer), (known) =>
    coverageMarks(exchange, answer, known),
  );
  if (recorded instanceof Promise) return recorded.then((entry) => tell(surroundings, sandbox, entry));
  tell(surroundings, sandbox, recorded);
  return undefined;
}

function tell({ events, metrics }: Surroundings, sandbox: string, entry: JournalEntry): void {
  metrics.count(entry);
  if (events.watched) events.publish({ type: 'exchange', sandbox, entry });
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

const nothingKept: KeptBody = { bytes: noBytes, size: 0 };

/** A request's bytes are a part of what was read from the socket; to keep them would keep all of it. */
function keptRequest({ bytes, text }: RequestBody): KeptBody {
  const size = bytes.length;
  if (size === 0) return nothingKept;
  return text !== undefined && size <= keptAtMost
    ? new KeptText(text, size)
    : { bytes: Uint8Array.from(bytes.subarray(0, keptAtMost)), size };
}

function kept({ body, size }: Answer): KeptBody {
  if (size === 0 || body === undefined) return nothingKept;
  if (typeof body === 'string' && size <= keptAtMost) return new KeptText(body, size);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return { bytes: size <= keptAtMost ? bytes : Uint8Array.from(bytes.subarray(0, keptAtMost)), size };
}

/** A text is kept as it is and turned into bytes only when somebody looks. */
class KeptText implements KeptBody {
  constructor(
    private readonly text: string,
    readonly size: number,
  ) {}

  get bytes(): Uint8Array {
    return Buffer.from(this.text);
  }
}
