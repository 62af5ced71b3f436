import {
  deliveryNow,
  sentPart,
  sentStatus,
  LiveDelivery,
  OpenDelivery,
  type Ending,
  type SentBytes,
} from '../../journal/delivery.js';
import type { NewJournalEntry } from '../../journal/journal-entry.js';
import type { NewMarks } from '../../state/journal-store.js';
import type { MaybePromise } from '../../state/maybe-promise.js';
import type { State } from '../../state/state.js';
import type { SentByFault } from '../../scenarios/faults/sent-by-fault.js';
import type { EventHub } from '../events.js';
import type { EnteredExchange, Exchange } from '../exchange/exchange.js';
import type { MockResponse } from '../exchange/response.js';
import { entryOf, keyAfter, noResponse, nothingKept, sentResponse } from './entry-of.js';

/** Records exchanges. */
export interface Recorder {
  readonly state: State;
  readonly events: EventHub;
  readonly metrics: RequestCounts;
}

/** A recorded exchange whose response is on its way. */
export interface PendingExchange {
  readonly delivery: LiveDelivery;
  /** The number of its record in the sandbox; undefined where the journal has none. */
  readonly id: number | undefined;
  /** Completes the record; call it once the delivery has ended. */
  readonly complete: () => Promise<void> | undefined;
  /** Adds to a record that is complete. */
  readonly add: (more: Pick<NewJournalEntry, 'callbacks'>) => MaybePromise<void>;
}

/**
 * Enters an exchange in its sandbox's journal before there is a response, so that its number is that of its arrival and the journal
 * shows what it waits for. Call it in the order of arrival.
 *
 * @param isHeld true if the wait may be long, so that those who watch learn of it now
 * @param elapsed milliseconds on the clock by which the request's arrival was taken
 */
export function enterExchange(
  recorder: Recorder,
  exchange: Exchange,
  isHeld: boolean,
  elapsed = (): number => performance.now(),
): EnteredExchange {
  const { elapsed: arrival } = exchange.request;
  const { sandbox } = exchange.identity;
  const delivery = new LiveDelivery(() => elapsed() - arrival);
  const entry = exchange.mock.secrets.hide(entryOf(exchange, noResponse, new OpenDelivery(delivery)));
  const id = onceKnown(recorder.state.journal.record(sandbox, entry, undefined, isHeld), (known) => {
    if (isHeld) emit(recorder, exchange, entry, known);
    return known;
  });
  // Whoever completes the exchange learns of it.
  if (id instanceof Promise) id.catch(() => undefined);
  return { sandbox, delivery, id, entry };
}

/** Shows what is known of an entered exchange whose end is far. */
export function updateExchange(
  recorder: Recorder,
  exchange: Exchange,
  { response, ...more }: Pick<NewJournalEntry, 'response' | 'webSocket' | 'notJudged'>,
): MaybePromise<void> {
  const { entered } = exchange;
  if (!entered) return;
  const { sandbox, delivery } = entered;
  const open = { ...entryOf(exchange, response, new OpenDelivery(delivery)), ...more };
  const entry = exchange.mock.secrets.hide(open);
  return onceKnown(entered.id, (id) =>
    onceKnown(recorder.state.journal.complete(sandbox, id, entry, undefined, true), (isKept) => {
      if (isKept) emit(recorder, exchange, entry, id);
    }),
  );
}

/** Completes an entered exchange that ended without a response of its own. @param status that left in its place */
export async function abandonExchange(
  recorder: Recorder,
  exchange: Exchange,
  ending: Ending,
  { status, ...sent }: SentBytes & { readonly status: number } = { status: 0, headBytes: 0, bodyBytes: 0 },
): Promise<void> {
  const { entered } = exchange;
  if (!entered || entered.delivery.ending !== undefined) return;
  entered.delivery.end(ending, sent);
  const entry = entryOf(exchange, { ...noResponse, status }, entered.delivery);
  const hidden = exchange.mock.secrets.hide(endedEntry(entry, entered.delivery));
  await completeRecord(recorder, exchange, hidden, await entered.id);
}

/**
 * Records an exchange in its sandbox's journal before its response is sent, and emits it as an event where a scenario holds it.
 *
 * @param broken what a fault lets out of the response; undefined where it is sent whole
 */
export function recordExchange(
  recorder: Recorder,
  exchange: Exchange,
  response: MockResponse,
  broken?: SentByFault,
): MaybePromise<PendingExchange> {
  const delivery = deliveryOf(exchange);
  exchange.delivery = delivery;
  const entry = exchange.mock.secrets.hide(
    entryOf(exchange, sentResponse(exchange, response, broken), delivery),
  );
  const effect = exchange.scenario?.effect;
  const isHeld = effect !== undefined && (effect.delayMs > 0 || effect.fault !== undefined);
  const pending = (id: number | undefined): PendingExchange => {
    if (id === undefined) return countedExchange(recorder, entry, delivery);
    if (isHeld) emit(recorder, exchange, entry, id);
    return {
      delivery,
      id,
      complete: () => completeRecord(recorder, exchange, endedEntry(entry, delivery), id),
      add: (more) => {
        const added = exchange.mock.secrets.hide({ ...entry, ...more });
        const completed = recorder.state.journal.complete(sandboxOf(exchange), id, added, undefined, true);
        return onceKnown(completed, (isKept) => {
          if (isKept) emit(recorder, exchange, added, id, true);
        });
      },
    };
  };
  return onceKnown(put(recorder, exchange, entry, marksOf(exchange, entry), isHeld), pending);
}

/** Takes the place of a record that the journal could not keep: the exchange is counted at its end. */
export function unrecordedExchange(
  recorder: Recorder,
  exchange: Exchange,
  response: MockResponse,
): PendingExchange {
  const delivery = deliveryOf(exchange);
  const entry = entryOf(exchange, sentResponse(exchange, response, undefined), delivery);
  return countedExchange(recorder, entry, delivery);
}

/** That of its entry, or one that begins now. */
function deliveryOf({ delivery, entered, request }: Exchange): LiveDelivery {
  return delivery ?? entered?.delivery ?? new LiveDelivery(() => performance.now() - request.elapsed);
}

function countedExchange(
  { metrics }: Recorder,
  entry: NewJournalEntry,
  delivery: LiveDelivery,
): PendingExchange {
  return {
    delivery,
    id: undefined,
    complete() {
      metrics.count(endedEntry(entry, delivery));
      return undefined;
    },
    add: () => undefined,
  };
}

/**
 * Puts an entry into the journal, in the place of the one with which the exchange was entered.
 *
 * @returns its number; undefined for an exchange from before a reset of its sandbox
 */
function put(
  { state: { journal } }: Recorder,
  { entered, identity }: Exchange,
  entry: NewJournalEntry,
  marks: NewMarks,
  isHeld?: boolean,
): MaybePromise<number | undefined> {
  if (!entered) return journal.record(identity.sandbox, entry, marks, isHeld);
  return onceKnown(entered.id, (id) =>
    onceKnown(journal.complete(entered.sandbox, id, entry, marks, isHeld), (isKept) =>
      isKept ? id : undefined,
    ),
  );
}

function sandboxOf({ entered, identity }: Exchange): string {
  return entered?.sandbox ?? identity.sandbox;
}

/** Takes the end of its delivery into an entry: a copy of every one would cost more than the journal. */
function endedEntry(entry: NewJournalEntry, delivery: LiveDelivery): NewJournalEntry {
  const ended: { -readonly [Field in keyof NewJournalEntry]: NewJournalEntry[Field] } = entry;
  ended.durationMs = delivery.durationMs;
  ended.delivery = deliveryNow(delivery);
  return ended;
}

function completeRecord(
  recorder: Recorder,
  exchange: Exchange,
  entry: NewJournalEntry,
  id: number,
): Promise<void> | undefined {
  // Without a scenario it was expected to be complete when it was recorded.
  const marks = exchange.scenario ? marksOf(exchange, entry) : undefined;
  const completed = recorder.state.journal.complete(sandboxOf(exchange), id, entry, marks);
  if (completed instanceof Promise)
    return completed.then(
      (isKept) => announce(recorder, exchange, entry, isKept ? id : undefined),
      (cause: unknown) => {
        announce(recorder, exchange, entry, id);
        throw cause;
      },
    );
  announce(recorder, exchange, entry, completed ? id : undefined);
  return undefined;
}

/** Records an entry that was made for an exchange which is over, without its secrets. */
export function recordEntry(
  recorder: Recorder,
  exchange: Exchange,
  complete: NewJournalEntry,
): MaybePromise<void> {
  const entry = exchange.mock.secrets.hide(complete);
  return putWhole(recorder, exchange, entry, marksOf(exchange, entry));
}

function putWhole(
  recorder: Recorder,
  exchange: Exchange,
  entry: NewJournalEntry,
  marks: NewMarks,
): MaybePromise<void> {
  return onceKnown(put(recorder, exchange, entry, marks), (id) => announce(recorder, exchange, entry, id));
}

/** The facts that are kept of an exchange that came too fast. */
export interface BriefRecord extends Pick<NewJournalEntry, 'durationMs' | 'delivery' | 'notJudged'> {
  readonly status: number;
  /** Bytes of the bodies. */
  readonly requestSize: number;
  readonly responseSize: number;
}

/** Completes the record of an entered exchange without its bodies and the fields of its response, in which secrets would be looked for. */
export function recordBriefly(
  recorder: Recorder,
  exchange: Exchange,
  { status, requestSize, responseSize, durationMs, delivery, notJudged }: BriefRecord,
): MaybePromise<void> {
  const { entered, answeredBy, scenario, mapped } = exchange;
  if (!entered) return;
  const { time, elapsed, request, operation, problems } = entered.entry;
  const key = keyAfter(request.key, exchange, status);
  const body = { bytes: nothingKept.bytes, size: requestSize };
  const response = {
    ...{ status, headers: {}, fromTarget: true as const },
    body: { bytes: nothingKept.bytes, size: responseSize },
  };
  const entry = {
    ...{ time, elapsed, durationMs, delivery, answeredBy, operation, problems, response, notJudged },
    request: requestSize === 0 ? { ...request, key } : { ...request, key, body },
    scenario: scenario?.applied,
    mapped: mapped.length > 0 ? mapped : undefined,
  };
  return putWhole(recorder, exchange, entry, () => none);
}

/** Adds an exchange to the coverage: a status only once it has left. */
function marksOf({ match, scenario, value, metStatus }: Exchange, entry: NewJournalEntry): NewMarks {
  const isExpected = entry.delivery.ending === undefined && scenario === undefined;
  const status = metStatus ?? (isExpected ? entry.response.status : sentStatus(entry));
  const covered = { status: status === 0 ? undefined : status, scenario: scenario?.applied, body: value };
  return (known) =>
    match.kind === 'operation' && metStatus !== null ? match.served.coverage.marks(covered, known) : none;
}

const none: readonly string[] = [];

/** @param id undefined for an exchange from before a reset: its number is nobody's or another's, so nobody is told of it */
function announce(recorder: Recorder, exchange: Exchange, entry: NewJournalEntry, id?: number): void {
  recorder.metrics.count(entry);
  if (id !== undefined) emit(recorder, exchange, entry, id);
}

function emit(
  { events }: Recorder,
  exchange: Exchange,
  entry: NewJournalEntry,
  id: number,
  again = false,
): void {
  if (!events.watched) return;
  const { response, delivery } = entry;
  const body = response.fromTarget ? response.body : sentPart(response.body, delivery);
  const seen = { ...entry, id, response: { ...response, body } };
  events.publish({ type: 'exchange', sandbox: sandboxOf(exchange), entry: seen, ...(again && { again }) });
}

/** Goes on with a value: at once where a store in this process has returned it, else when it is there. */
function onceKnown<T, Next>(
  value: MaybePromise<T>,
  next: (known: T) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Upper bounds of the buckets by which durations are counted, in seconds. */
export const durationBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

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

  count(entry: NewJournalEntry): void {
    const { operation: name = 'none', durationMs } = entry;
    const status = sentStatus(entry);
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
