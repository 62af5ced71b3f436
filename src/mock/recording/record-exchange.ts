import { keptAtMost } from '../../journal/journal-entry.js';
import type { KeptBody, KeyKind, NewJournalEntry } from '../../journal/journal-entry.js';
import type { State } from '../../state/state.js';
import { faultKind } from '../../scenarios/faults/registry.js';
import type { SentByFault } from '../../scenarios/faults/sent-by-fault.js';
import type { EventHub } from '../events.js';
import type { Exchange } from '../exchange/exchange.js';
import type { MockResponse } from '../exchange/response.js';
import type { Identity } from '../identity/identity.js';

/** Upper bounds of the buckets by which durations are counted, in seconds. */
export const durationBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** The exchanges of one operation. */
export interface OperationCounts {
  readonly byStatus: Map<number, number>;
  /** Counts of the buckets; longer ones into none. */
  readonly inBucket: number[];
  seconds: number;
  requests: number;
}

/** Counts every exchange of this process: a few additions each, and one small record for each operation. */
export class RequestCounts {
  readonly byOperation = new Map<string, OperationCounts>();

  count({ operation: name = 'none', response: { status }, durationMs }: NewJournalEntry): void {
    let counts = this.byOperation.get(name);
    if (!counts) {
      counts = { byStatus: new Map(), inBucket: durationBuckets.map(() => 0), seconds: 0, requests: 0 };
      this.byOperation.set(name, counts);
    }
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
    const seconds = durationMs / 1000;
    let bucket = 0;
    while (seconds > (durationBuckets[bucket] ?? Infinity)) bucket += 1;
    if (bucket < durationBuckets.length) counts.inBucket[bucket] = (counts.inBucket[bucket] ?? 0) + 1;
    counts.seconds += seconds;
    counts.requests += 1;
  }
}

/** Records exchanges. */
export interface Recorder {
  readonly state: State;
  readonly events: EventHub;
  readonly metrics: RequestCounts;
}

/**
 * Records an exchange in its sandbox's journal and coverage, and emits it as an event.
 *
 * @param broken what a fault lets out of the response; undefined where it is sent whole
 */
export function recordExchange(
  recorder: Recorder,
  exchange: Exchange,
  response: MockResponse,
  broken?: SentByFault,
): Promise<void> | undefined {
  return recordEntry(recorder, exchange, entryOf(exchange, sentResponse(exchange, response, broken)));
}

/**
 * Records an entry that was made for an exchange, without its secrets.
 */
export function recordEntry(
  recorder: Recorder,
  exchange: Exchange,
  complete: NewJournalEntry,
): Promise<void> | undefined {
  const { match, identity, scenario, value, metStatus } = exchange;
  const entry = exchange.mock.secrets.hide(complete);
  const { status } = entry.response;
  const fault = scenario?.effect.fault;
  const hidesStatus = fault !== undefined && faultKind(fault.kind)?.hidesStatus === true;
  const covered = {
    status: metStatus ?? (hidesStatus ? undefined : status),
    scenario: scenario?.applied,
    body: value,
  };
  const recorded = recorder.state.journal.record(identity.sandbox, entry, (known) =>
    match.kind === 'operation' && metStatus !== null ? match.served.coverage.marks(covered, known) : [],
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

/** Makes the journal's entry of an exchange, secrets not yet masked. */
export function entryOf(exchange: Exchange, response: NewJournalEntry['response']): NewJournalEntry {
  const { method, path, query, request, identity, match, problems, scenario } = exchange;
  const { time, elapsed, headers, body } = request;
  return {
    time,
    // Replicas share one journal, so times count from 1970 and not from the start of a process; they still never jump.
    elapsed: performance.timeOrigin + elapsed,
    durationMs: performance.now() - elapsed,
    request: { method, path, query, headers, body: keptBytes(body.bytes), key: keyKind(identity) },
    operation: match.kind === 'operation' ? match.served.operation.id : undefined,
    problems,
    response,
    scenario: scenario?.applied,
  };
}

function sentResponse(
  { method, quota }: Exchange,
  response: MockResponse,
  broken: SentByFault | undefined,
): NewJournalEntry['response'] {
  const { status, headers, size } = response;
  const neverHasBody = status === 204 || status === 304;
  const hasBody = method !== 'HEAD' && !neverHasBody;
  if (!broken)
    // Field by field: an object that is spread costs several times as much.
    return {
      status,
      headers,
      quota,
      contentLength: response.body === undefined && neverHasBody ? undefined : size,
      body: hasBody ? keptResponse(response) : nothingKept,
      broken: undefined,
    };
  const { contentLength, bytes, end } = broken;
  const head = contentLength !== undefined;
  return {
    ...{ status, headers, quota, contentLength },
    body: head && !hasBody ? nothingKept : keptBytes(bytes),
    broken: { head, end },
  };
}

function keyKind(identity: Identity): KeyKind {
  return identity.kind === 'valid' && identity.scopes ? 'limited' : identity.kind;
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
