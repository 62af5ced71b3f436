import type { JournalEntry, KeptBody, NewJournalEntry } from '../../state/journal-entry.js';
import type { MaybePromise } from '../../state/state.js';
import type { Answer, Exchange } from '../exchange.js';
import type { Surroundings } from '../surroundings.js';
import { coverageMarks } from './coverage-marks.js';

/** How much of a body the journal keeps, in bytes. */
const keptBytes = 65_536;

const noBytes = new Uint8Array(0);

/** Notes an exchange in its sandbox's journal, in its coverage, and for those who watch. */
export function recordExchange(
  surroundings: Surroundings,
  exchange: Exchange,
  answer: Answer,
): MaybePromise<void> {
  const { state } = surroundings;
  const { sandbox } = exchange.identity;
  const recorded = state.record(sandbox, entryOf(exchange, answer));
  const covered = state.covered(sandbox);
  if (recorded instanceof Promise || covered instanceof Promise) {
    return Promise.all([recorded, covered]).then(async ([entry, known]) => {
      await Promise.all(note(surroundings, exchange, answer, known, entry));
    });
  }
  const pending = note(surroundings, exchange, answer, covered, recorded);
  return pending.length === 0 ? undefined : Promise.all(pending).then(() => undefined);
}

/** @returns what a shared store has yet to finish */
function note(
  { state, events }: Surroundings,
  exchange: Exchange,
  answer: Answer,
  known: ReadonlySet<string>,
  entry: JournalEntry,
): Promise<void>[] {
  const { sandbox } = exchange.identity;
  const pending = coverageMarks(exchange, answer, known).map((mark) => state.cover(sandbox, mark));
  if (events.watched) events.publish({ type: 'exchange', sandbox, entry });
  return pending.filter((one) => one instanceof Promise);
}

function entryOf(exchange: Exchange, answer: Answer): NewJournalEntry {
  const { method, path, query, headers, requestBody, match, problems, scenario, arrived } = exchange;
  return {
    time: arrived.time,
    // Replicas write one journal: from 1970 on instead of from the start of each process, still without jumps.
    elapsed: performance.timeOrigin + arrived.elapsed,
    durationMs: performance.now() - arrived.elapsed,
    request: { method, path, query, headers, body: copied(requestBody.bytes) },
    operation: match.kind === 'operation' ? match.served.operation.id : undefined,
    problems,
    response: { status: answer.status, headers: answer.headers, body: kept(answer.body ?? noBytes) },
    scenario: scenario?.applied,
  };
}

/** A request's bytes are a part of what was read from the socket; to keep them would keep all of it. */
function copied(bytes: Uint8Array): KeptBody {
  return {
    bytes: bytes.length === 0 ? noBytes : Uint8Array.from(bytes.subarray(0, keptBytes)),
    size: bytes.length,
  };
}

function kept(bytes: Uint8Array): KeptBody {
  return {
    bytes: bytes.length <= keptBytes ? bytes : Uint8Array.from(bytes.subarray(0, keptBytes)),
    size: bytes.length,
  };
}
