import { keptAtMost } from '../../journal/journal-entry.js';
import type { KeptBody, NewJournalEntry } from '../../journal/journal-entry.js';
import type { State } from '../../state/state.js';
import { faultKind } from '../../scenarios/faults/registry.js';
import type { EventHub } from '../events.js';
import type { Exchange } from '../exchange/exchange.js';
import type { MockResponse } from '../exchange/response.js';

/** Where exchanges are recorded. */
export interface Recorder {
  readonly state: State;
  readonly events: EventHub;
  /** Counts every exchange of this process. */
  readonly metrics: { count(entry: NewJournalEntry): void };
}

/** Records an exchange in its sandbox's journal and coverage, and emits it as an event. */
export function recordExchange(
  recorder: Recorder,
  exchange: Exchange,
  response: MockResponse,
): Promise<void> | undefined {
  const { match, identity, scenario, value } = exchange;
  const entry = entryOf(exchange, response);
  const hidesStatus = faultKind(scenario?.effect.fault?.kind)?.hidesStatus ?? false;
  const covered = {
    status: hidesStatus ? undefined : response.status,
    scenario: scenario?.applied,
    body: value,
  };
  const recorded = recorder.state.journal.record(identity.sandbox, entry, (known) =>
    match.kind === 'operation' ? match.served.coverage.marks(covered, known) : [],
  );
  if (recorded instanceof Promise)
    return recorded.then((id) => announce(recorder, identity.sandbox, entry, id));
  announce(recorder, identity.sandbox, entry, recorded);
  return undefined;
}

function announce({ events, metrics }: Recorder, sandbox: string, entry: NewJournalEntry, id: number): void {
  metrics.count(entry);
  if (events.watched) events.publish({ type: 'exchange', sandbox, entry: { ...entry, id } });
}

function entryOf(exchange: Exchange, response: MockResponse): NewJournalEntry {
  const { method, path, query, request, match, problems, scenario } = exchange;
  const { time, elapsed, headers, body } = request;
  return {
    time,
    // Replicas share one journal, so times count from 1970 and not from the start of a process; they still never jump.
    elapsed: performance.timeOrigin + elapsed,
    durationMs: performance.now() - elapsed,
    request: { method, path, query, headers, body: keptBytes(body.bytes) },
    operation: match.kind === 'operation' ? match.served.operation.id : undefined,
    problems,
    response: { status: response.status, headers: response.headers, body: keptResponse(response) },
    scenario: scenario?.applied,
  };
}

const nothingKept: KeptBody = { bytes: new Uint8Array(0), size: 0, lasting: true };

function keptBytes(bytes: Uint8Array): KeptBody {
  const size = bytes.length;
  if (size === 0) return nothingKept;
  return { bytes: size <= keptAtMost ? bytes : bytes.subarray(0, keptAtMost), size };
}

function keptResponse({ body, size, shared }: MockResponse): KeptBody {
  if (size === 0 || body === undefined) return nothingKept;
  if (shared && size <= keptAtMost) return shared;
  if (typeof body !== 'string') return keptBytes(body);
  return size <= keptAtMost ? new KeptText(body, size) : keptBytes(encoder.encode(body));
}

const encoder = new TextEncoder();

/** A text that is encoded when its bytes are first needed. */
class KeptText implements KeptBody {
  constructor(
    readonly text: string,
    readonly size: number,
  ) {}

  get bytes(): Uint8Array {
    return encoder.encode(this.text);
  }
}
