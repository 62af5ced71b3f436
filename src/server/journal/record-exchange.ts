import { keptAtMost } from '../../state/journal.js';
import type { JournalEntry, KeptBody, NewJournalEntry } from '../../state/journal-entry.js';
import type { Answer, Exchange } from '../exchange.js';
import type { Surroundings } from '../surroundings.js';
import { coverageMarks } from './coverage-marks.js';

const noBytes = new Uint8Array(0);

/** Notes an exchange in its sandbox's journal, in its coverage, and for those who watch. */
export function recordExchange(
  surroundings: Surroundings,
  exchange: Exchange,
  answer: Answer,
): Promise<void> | undefined {
  const { state, events } = surroundings;
  const { sandbox } = exchange.identity;
  const recorded = state.record(sandbox, entryOf(exchange, answer), (known) =>
    coverageMarks(exchange, answer, known),
  );
  const tell = (entry: JournalEntry): void => {
    if (events.watched) events.publish({ type: 'exchange', sandbox, entry });
  };
  if (recorded instanceof Promise) return recorded.then(tell);
  tell(recorded);
  return undefined;
}

function entryOf(exchange: Exchange, answer: Answer): NewJournalEntry {
  const { method, path, query, headers, requestBody, match, problems, scenario, arrivedAt, arrivedElapsed } =
    exchange;
  return {
    time: arrivedAt,
    // Replicas write one journal: from 1970 on instead of from the start of each process, still without jumps.
    elapsed: performance.timeOrigin + arrivedElapsed,
    durationMs: performance.now() - arrivedElapsed,
    request: { method, path, query, headers, body: copied(requestBody.bytes) },
    operation: match.kind === 'operation' ? match.served.operation.id : undefined,
    problems,
    response: { status: answer.status, headers: answer.headers, body: kept(answer.body) },
    scenario: scenario?.applied,
  };
}

/** A request's bytes are a part of what was read from the socket; to keep them would keep all of it. */
function copied(bytes: Uint8Array): KeptBody {
  return {
    bytes: bytes.length === 0 ? noBytes : Uint8Array.from(bytes.subarray(0, keptAtMost)),
    size: bytes.length,
  };
}

/** A text is kept as it is and turned into bytes only when somebody looks. */
function kept(body: string | Uint8Array | undefined): KeptBody {
  if (typeof body === 'string') return new KeptText(body);
  const bytes = body ?? noBytes;
  return {
    bytes: bytes.length <= keptAtMost ? bytes : Uint8Array.from(bytes.subarray(0, keptAtMost)),
    size: bytes.length,
  };
}

class KeptText implements KeptBody {
  readonly size: number;
  private readonly text: string;

  constructor(text: string) {
    this.size = Buffer.byteLength(text);
    this.text = text.length <= keptAtMost ? text : text.slice(0, keptAtMost);
  }

  get bytes(): Uint8Array {
    return Buffer.from(this.text).subarray(0, keptAtMost);
  }
}
