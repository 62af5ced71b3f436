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
   * @param bodies where the bytes of their bodies are
   */
  constructor(
    private readonly most: number,
    private readonly share: MemoryShare,
    private readonly bodies: KeptBodies,
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
    const held = hold(id, entry, this.bodies);
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
    const kept = held.entry;
    if (kept.elapsed !== entry.elapsed) return false;
    if (kept.delivery instanceof OpenDelivery) this.replace(index, held, entry);
    kept.durationMs = entry.durationMs;
    kept.delivery = entry.delivery;
    kept.webSocket = entry.webSocket;
    kept.callbacks = entry.callbacks;
    if (entry.webSocket?.messages || entry.callbacks) this.countAgain(held, exchangeBytes(entry));
    return true;
  }

  private countAgain(held: HeldEntry, cost: number): void {
    this.share.add(cost - held.cost);
    held.cost = cost;
  }

  /** Puts an exchange in the place of its record that was not complete. */
  private replace(index: number, before: HeldEntry, entry: NewJournalEntry): void {
    const held = hold(before.entry.id, entry, this.bodies);
    const replaced = costOf(before);
    this.dropBodies(before);
    if (index - this.first < this.bodiless) this.dropBodies(held);
    this.entries[index] = held;
    this.share.add(costOf(held) - replaced);
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
    this.dropBodies(oldest);
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
      this.dropBodies(oldest);
      this.share.add(-bodiesCost);
      return true;
    }
  }

  /** Their sizes stay. */
  private dropBodies(held: HeldEntry): void {
    this.bodies.drop(held.entry.request.body);
    this.bodies.drop(held.entry.response.body);
    held.bodiesCost = 0;
  }

  /** Oldest first. */
  list(): JournalEntry[] {
    return this.entries.slice(this.first).flatMap((held) => (held ? give(held) : []));
  }

  /** Numbers go on: an id never stands for two exchanges. */
  clear(): void {
    for (const held of this.entries) if (held) this.dropBodies(held);
    this.entries = [];
    this.first = 0;
    this.bodiless = 0;
    this.share.clear();
  }
}

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

interface HeldEntry {
  /** Its bodies are of `KeptBodies`. */
  readonly entry: Mutable<JournalEntry>;
  /** Bytes without the bodies. */
  cost: number;
  /** Bytes of the bodies. */
  bodiesCost: number;
}

function costOf({ cost, bodiesCost }: HeldEntry): number {
  return cost + bodiesCost;
}

/** Field by field: an object that is spread costs several times as much. */
function hold(id: number, entry: NewJournalEntry, bodies: KeptBodies): HeldEntry {
  const { method, path, query, headers, body, bodyMs, key, httpVersion } = entry.request;
  const { response } = entry;
  return {
    entry: {
      id,
      time: entry.time,
      elapsed: entry.elapsed,
      durationMs: entry.durationMs,
      delivery: entry.delivery,
      answeredBy: entry.answeredBy,
      request: { method, path, query, headers, body: bodies.keep(body), bodyMs, key, httpVersion },
      operation: entry.operation,
      problems: entry.problems,
      response: {
        status: response.status,
        headers: response.headers,
        body: bodies.keep(response.body),
        contentLength: response.contentLength,
        quota: response.quota,
        broken: response.broken,
        fromTarget: response.fromTarget,
      },
      scenario: entry.scenario,
      findings: entry.findings,
      notJudged: entry.notJudged,
      mapped: entry.mapped,
      webSocket: entry.webSocket,
      callbacks: entry.callbacks,
    },
    cost: exchangeBytes(entry),
    bodiesCost: keptBodyBytes(body) + keptBodyBytes(response.body),
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

/** The entry as it is now. Only known fields are set anew: an object that gets more of them by a spread is slow. */
function give({ entry }: HeldEntry): JournalEntry {
  const delivery = deliveryNow(entry.delivery);
  const durationMs = durationNow(entry.elapsed, entry.durationMs, delivery);
  const request = { ...entry.request, body: giveBody(entry.request.body) };
  const whole = giveBody(entry.response.body);
  // The journal has the body of a target decoded.
  const body = entry.response.fromTarget ? whole : sentPart(whole, delivery);
  return { ...entry, durationMs, delivery, request, response: { ...entry.response, body } };
}

/** The body as it is now; a body that all journals share is the same for all. */
function giveBody(body: KeptBody): KeptBody {
  return body.lasting === true ? body : { bytes: body.bytes, size: body.size };
}

/** Slabs that wait to be filled again; 2 MiB. */
const maxSpareSlabs = 256;

interface Slab {
  readonly bytes: Uint8Array;
  /** The bytes from here on are free. */
  filled: number;
  /** Bodies in it that are not dropped. */
  bodies: number;
  /** True once a reader was given a part of it, which must never change. */
  isRead: boolean;
}

/**
 * Keeps copies of bodies: their bytes may be a part of a buffer that is larger or used again. Small bodies lie in slabs that are filled
 * again once all their bodies are dropped: a buffer that has grown old is freed by a full collection only, and thousands of dropped
 * bodies a second would start several a minute.
 */
export class KeptBodies {
  private slab = newSlab(2 * ownSlabBytes);
  private readonly spare: Slab[] = [];

  /** @returns the body itself where it is shared or empty */
  keep(body: KeptBody): KeptBody {
    if (body.lasting === true || body.size === 0) return body;
    const { text, size } = body;
    const length = text === undefined ? body.bytes.length : size;
    const slab = this.slabFor(length);
    const start = slab.filled;
    if (text === undefined) slab.bytes.set(body.bytes, start);
    else writeText(slab.bytes, text, start, size);
    slab.filled += length;
    slab.bodies += 1;
    return new BodyInSlab(size, slab, start, slab.filled);
  }

  /** Lets the bytes of a body go; its size stays. One that is shared stays whole. @param body of `keep` */
  drop(body: KeptBody): void {
    const slab = body instanceof BodyInSlab ? body.leave() : undefined;
    if (!slab || slab.bodies > 0 || slab.isRead || slab === this.slab) return;
    if (slab.bytes.length !== 2 * ownSlabBytes || this.spare.length === maxSpareSlabs) return;
    slab.filled = 0;
    this.spare.push(slab);
  }

  /** One with room for so many bytes; larger bodies have one of their own. */
  private slabFor(length: number): Slab {
    if (length >= ownSlabBytes) return newSlab(length);
    if (this.slab.filled + length > this.slab.bytes.length)
      this.slab = this.spare.pop() ?? newSlab(2 * ownSlabBytes);
    return this.slab;
  }
}

class BodyInSlab implements KeptBody {
  constructor(
    readonly size: number,
    private slab: Slab | undefined,
    private readonly start: number,
    private readonly end: number,
  ) {}

  get bytes(): Uint8Array {
    if (!this.slab) return noBytes;
    this.slab.isRead = true;
    return this.slab.bytes.subarray(this.start, this.end);
  }

  /** @returns the slab in which it was, once */
  leave(): Slab | undefined {
    const { slab } = this;
    this.slab = undefined;
    if (slab) slab.bodies -= 1;
    return slab;
  }
}

const noBytes = new Uint8Array(0);

/**
 * Node's buffers lie outside the heap, where the garbage collector doesn't copy them while they are young; a browser has typed arrays.
 */
const hasBuffer = typeof Buffer !== 'undefined';
const encoder = new TextEncoder();

function newSlab(length: number): Slab {
  const bytes = hasBuffer ? Buffer.allocUnsafeSlow(length) : new Uint8Array(length);
  return { bytes, filled: 0, bodies: 0, isRead: false };
}

/** @param size bytes of the text in UTF-8 */
const writeText: (bytes: Uint8Array, text: string, start: number, size: number) => void = hasBuffer
  ? // As many bytes as characters: then all of them are ASCII.
    (bytes, text, start, size) => {
      (bytes as Buffer).write(text, start, size, text.length === size ? 'latin1' : 'utf8');
    }
  : (bytes, text, start) => {
      encoder.encodeInto(text, bytes.subarray(start));
    };
