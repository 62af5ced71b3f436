import { deliveryNow, durationNow, OpenDelivery, sentPart } from '../../journal/delivery.js';
import {
  keptAtMost,
  type JournalEntry,
  type KeptBody,
  type NewJournalEntry,
  type SentCallback,
} from '../../journal/journal-entry.js';
import type { MemoryShare } from '../memory-budget.js';
import { bodyBytes, entryBytes, headerBytes, ownSlabBytes, problemBytes, textBytes } from './memory-costs.js';

/** The last exchanges of one sandbox. Keeping one more costs the same however many there are. */
export class SandboxJournal {
  /** The entries from `first` on; those before are gone. */
  private entries: (HeldEntry | undefined)[] = [];
  private first = 0;
  /** Number of the oldest entries without bodies. */
  private bodiless = 0;
  private nextId = 1;

  /**
   * @param most exchanges kept
   * @param share where their bytes are counted
   */
  constructor(
    private readonly most: number,
    private readonly share: MemoryShare,
  ) {}

  get size(): number {
    return this.entries.length - this.first;
  }

  /** Number of entries ever recorded. */
  get recorded(): number {
    return this.nextId - 1;
  }

  /** @returns the entry's number: one more than that of the entry before */
  record(entry: NewJournalEntry): number {
    const id = this.nextId;
    this.nextId += 1;
    if (this.most === 0) return id;
    if (this.size === this.most) this.dropOldest();
    const held = hold(entry);
    this.entries.push(held);
    this.share.add(costOf(held));
    return id;
  }

  /**
   * Says what has become of a pending exchange, if it is still here.
   *
   * @returns false for one from before a reset: its number is nobody's or another's
   */
  complete(id: number, entry: NewJournalEntry): boolean {
    if (id >= this.nextId) return false;
    const index = this.first + id - (this.nextId - this.size);
    const held = this.entries[index];
    if (!held) return true;
    if (held.elapsed !== entry.elapsed) return false;
    if (held.delivery instanceof OpenDelivery) this.replace(index, held, entry);
    held.durationMs = entry.durationMs;
    held.delivery = entry.delivery;
    held.webSocket = entry.webSocket;
    held.callbacks = entry.callbacks;
    if (entry.webSocket?.messages || entry.callbacks) this.countAgain(held, exchangeBytes(entry));
    return true;
  }

  private countAgain(held: HeldEntry, cost: number): void {
    this.share.add(cost - held.cost);
    held.cost = cost;
  }

  /** Puts an exchange in the place of its record that was not complete. */
  private replace(index: number, before: HeldEntry, entry: NewJournalEntry): void {
    const held = hold(entry);
    if (index - this.first < this.bodiless) dropBodies(held);
    this.entries[index] = held;
    this.share.add(costOf(held) - costOf(before));
  }

  /** @returns whether there was one */
  dropOldest(): boolean {
    const oldest = this.entries[this.first];
    if (!oldest) return false;
    this.entries[this.first] = undefined;
    this.first += 1;
    if (this.bodiless > 0) this.bodiless -= 1;
    // Copying no more than has been dropped costs each entry a fixed amount.
    if (this.first * 2 > this.entries.length) {
      this.entries = this.entries.slice(this.first);
      this.first = 0;
    }
    this.share.add(-costOf(oldest));
    return true;
  }

  /** Drops the bodies of the oldest entry that has any; their sizes stay. @returns whether there was one */
  dropOldestBodies(): boolean {
    for (;;) {
      const oldest = this.entries[this.first + this.bodiless];
      if (!oldest) return false;
      this.bodiless += 1;
      const { bodiesCost } = oldest;
      if (bodiesCost === 0) continue;
      dropBodies(oldest);
      this.share.add(-bodiesCost);
      return true;
    }
  }

  /** Oldest first. */
  list(): JournalEntry[] {
    const firstId = this.nextId - this.size;
    const entries: JournalEntry[] = [];
    for (let index = this.first; index < this.entries.length; index += 1) {
      const held = this.entries[index];
      if (held) entries.push(give(firstId + index - this.first, held));
    }
    return entries;
  }

  /** Numbers go on: an id never stands for two exchanges. */
  clear(): void {
    this.entries = [];
    this.first = 0;
    this.bodiless = 0;
    this.share.clear();
  }
}

/** An entry as it is held: flat, with bodies of its own. Its number follows from its place. */
interface HeldEntry extends Omit<
  NewJournalEntry,
  'request' | 'response' | 'durationMs' | 'delivery' | 'webSocket' | 'callbacks'
> {
  durationMs: number;
  webSocket: NewJournalEntry['webSocket'];
  callbacks: NewJournalEntry['callbacks'];
  /** That of a pending exchange says at any time what has left. */
  delivery: NewJournalEntry['delivery'];
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly requestHeaders: NewJournalEntry['request']['headers'];
  requestBody: KeptBody;
  readonly bodyMs: number | undefined;
  readonly key: NewJournalEntry['request']['key'];
  readonly httpVersion: NewJournalEntry['request']['httpVersion'];
  readonly status: number;
  readonly responseHeaders: NewJournalEntry['response']['headers'];
  responseBody: KeptBody;
  readonly contentLength: number | undefined;
  readonly quota: NewJournalEntry['response']['quota'];
  readonly broken: NewJournalEntry['response']['broken'];
  readonly fromTarget: NewJournalEntry['response']['fromTarget'];
  /** Bytes without the bodies. */
  cost: number;
  /** Bytes of the bodies. */
  bodiesCost: number;
}

function dropBodies(held: HeldEntry): void {
  held.requestBody = withoutBytes(held.requestBody);
  held.responseBody = withoutBytes(held.responseBody);
  held.bodiesCost = 0;
}

function costOf({ cost, bodiesCost }: HeldEntry): number {
  return cost + bodiesCost;
}

/** Field by field: an object that is spread costs several times as much. */
function hold(entry: NewJournalEntry): HeldEntry {
  const { time, elapsed, durationMs, delivery, request, operation, problems, response, scenario } = entry;
  const { findings, notJudged, mapped, webSocket, callbacks } = entry;
  return {
    time,
    elapsed,
    durationMs,
    delivery,
    method: request.method,
    path: request.path,
    query: request.query,
    requestHeaders: request.headers,
    requestBody: ownBody(request.body),
    bodyMs: request.bodyMs,
    key: request.key,
    httpVersion: request.httpVersion,
    answeredBy: entry.answeredBy,
    operation,
    problems,
    status: response.status,
    responseHeaders: response.headers,
    responseBody: ownBody(response.body),
    contentLength: response.contentLength,
    quota: response.quota,
    broken: response.broken,
    fromTarget: response.fromTarget,
    scenario,
    findings,
    notJudged,
    mapped,
    webSocket,
    callbacks,
    cost: exchangeBytes(entry),
    bodiesCost: keptBodyBytes(request.body) + keptBodyBytes(response.body),
  };
}

/** An exchange without its bodies. */
function exchangeBytes({ request, problems, findings, webSocket, callbacks }: NewJournalEntry): number {
  const { path, query, headers } = request;
  let bytes = entryBytes + path.length + query.length;
  for (const name in headers) bytes += headerBytes + name.length + valueLength(headers[name]);
  for (const { pointer, text } of problems) bytes += problemBytes + pointer.length + textBytes(text);
  if (findings)
    for (const { pointer, actual } of findings)
      bytes += problemBytes + (pointer?.length ?? 0) + textBytes(actual);
  for (const { text, base64 = '' } of webSocket?.messages ?? [])
    bytes += problemBytes + textBytes(text ?? base64);
  if (callbacks) for (const callback of callbacks) bytes += callbackBytes(callback);
  return bytes;
}

/** The JSON of a callback is about as long as what is held of it, and each attempt is an object of its own. */
function callbackBytes(callback: SentCallback): number {
  return entryBytes + textBytes(JSON.stringify(callback)) + problemBytes * callback.attempts.length;
}

/** Several lines of one header are an array. */
function valueLength(value: string | string[] | undefined): number {
  if (typeof value !== 'object') return value?.length ?? 0;
  return value.reduce((length, line) => length + headerBytes + line.length, 0);
}

/** A body in the journal; one that is shared takes nothing. */
function keptBodyBytes({ size, lasting }: KeptBody): number {
  if (size === 0 || lasting === true) return 0;
  const unfilled = size < ownSlabBytes ? size / 2 : 0;
  return bodyBytes + Math.min(size, keptAtMost) + unfilled;
}

function give(id: number, held: HeldEntry): JournalEntry {
  const { method, path, query, requestHeaders, requestBody, bodyMs, key, httpVersion } = held;
  const { status, responseHeaders, contentLength, quota, broken, fromTarget } = held;
  const delivery = deliveryNow(held.delivery);
  // The journal has the body of a target decoded.
  const responseBody = fromTarget ? held.responseBody : sentPart(held.responseBody, delivery);
  return {
    id,
    time: held.time,
    elapsed: held.elapsed,
    durationMs: durationNow(held.elapsed, held.durationMs, delivery),
    delivery,
    operation: held.operation,
    problems: held.problems,
    scenario: held.scenario,
    answeredBy: held.answeredBy,
    request: {
      method,
      path,
      query,
      headers: requestHeaders,
      body: requestBody,
      bodyMs,
      key,
      httpVersion,
    },
    response: {
      status,
      headers: responseHeaders,
      body: responseBody,
      contentLength,
      quota,
      broken,
      fromTarget,
    },
    findings: held.findings,
    notJudged: held.notJudged,
    mapped: held.mapped,
    webSocket: held.webSocket,
    callbacks: held.callbacks,
  };
}

/**
 * Bytes of the journal's own. Node's buffers lie outside the heap, where the garbage collector doesn't copy them while they are
 * young, and small ones are filled from a pool; a browser has typed arrays.
 */
const hasBuffer = typeof Buffer !== 'undefined';
const encoder = new TextEncoder();

const copyOf: (bytes: Uint8Array) => Uint8Array = hasBuffer
  ? (bytes) => Buffer.from(bytes)
  : (bytes) => bytes.slice();

/** @param size bytes of the text in UTF-8 */
const bytesOf: (text: string, size: number) => Uint8Array = hasBuffer
  ? // As many bytes as characters: then all of them are ASCII.
    (text, size) => Buffer.from(text, text.length === size ? 'latin1' : 'utf8')
  : (text) => encoder.encode(text);

/** A copy of a body: its bytes may be a part of a buffer that is larger or used again. */
function ownBody(body: KeptBody): KeptBody {
  if (body.lasting === true || body.size === 0) return body;
  const { text, size } = body;
  return { bytes: text === undefined ? copyOf(body.bytes) : bytesOf(text, size), size };
}

const noBytes = new Uint8Array(0);

/** Only the size; a body that all journals share stays. */
function withoutBytes(body: KeptBody): KeptBody {
  return body.lasting === true ? body : { bytes: noBytes, size: body.size };
}
