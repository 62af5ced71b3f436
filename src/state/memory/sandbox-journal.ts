import { deliveryNow, durationNow, OpenDelivery, sentPart } from '../../journal/delivery.js';
import {
  keptAtMost,
  type JournalEntry,
  type KeptBody,
  type NewJournalEntry,
  type SentCallback,
} from '../../journal/journal-entry.js';
import type { MemoryShare } from '../memory-budget.js';
import type { KeptBodies } from './kept-bodies.js';
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
