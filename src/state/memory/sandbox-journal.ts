import { keptAtMost } from '../../journal/journal-entry.js';
import type { JournalEntry, KeptBody, NewJournalEntry } from '../../journal/journal-entry.js';
import type { JournalLimits } from '../limits.js';

/** What one entry costs beyond its bodies: headers and objects, by measurement about this much. */
const overheadBytes = 2048;

/** The last exchanges of one sandbox: a ring, so that keeping one more costs the same however many there are. */
export class SandboxJournal {
  private entries: (HeldEntry | undefined)[] = [];
  private first = 0;
  private count = 0;
  private nextId = 1;

  constructor(private readonly budget: JournalBudget) {}

  get size(): number {
    return this.count;
  }

  /** How many were ever recorded. */
  get recorded(): number {
    return this.nextId - 1;
  }

  /** @returns the entry's number: one more than that of the entry before */
  record(entry: NewJournalEntry): number {
    const id = this.nextId;
    this.nextId += 1;
    const { entries: most } = this.budget.limits;
    if (most === 0) return id;
    if (this.count === most) this.dropOldest();
    const held = hold(entry);
    this.entries[(this.first + this.count) % most] = held;
    this.count += 1;
    this.budget.spend(this, held.cost);
    return id;
  }

  /** @returns whether there was one */
  dropOldest(): boolean {
    if (this.count === 0) return false;
    const held = this.entries[this.first];
    this.entries[this.first] = undefined;
    this.first = (this.first + 1) % this.budget.limits.entries;
    this.count -= 1;
    if (held) this.budget.spend(this, -held.cost);
    return true;
  }

  /** Oldest first. */
  list(): JournalEntry[] {
    const { entries: most } = this.budget.limits;
    const entries: JournalEntry[] = [];
    for (let index = 0; index < this.count; index += 1) {
      const held = this.entries[(this.first + index) % most];
      if (held) entries.push(give(this.nextId - this.count + index, held));
    }
    return entries;
  }

  /** Numbers go on: an id never stands for two exchanges. */
  clear(): void {
    while (this.dropOldest());
    this.budget.forget(this);
  }
}

/** The bytes that all journals of a process hold together, and which journal gives way when they are too many. */
export class JournalBudget {
  private used = 0;
  private readonly journals = new Set<SandboxJournal>();
  private latest: SandboxJournal | undefined;

  constructor(readonly limits: JournalLimits) {}

  /** Accounts for bytes that a journal has taken or given back; the journal used least recently shrinks first. */
  spend(journal: SandboxJournal, bytes: number): void {
    this.used += bytes;
    if (bytes <= 0) return;
    if (journal !== this.latest) {
      // A Set keeps its order of insertion: this puts the journal at its end.
      this.journals.delete(journal);
      this.journals.add(journal);
      this.latest = journal;
    }
    while (this.used > this.limits.totalBytes) {
      const [oldest] = this.journals;
      if (!oldest?.dropOldest()) return;
      if (oldest.size === 0) this.forget(oldest);
    }
  }

  forget(journal: SandboxJournal): void {
    this.journals.delete(journal);
    if (this.latest === journal) this.latest = undefined;
  }
}

/** An entry as it is held: flat, with bodies of its own. Its number follows from its place. */
interface HeldEntry extends Omit<NewJournalEntry, 'request' | 'response'> {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly requestHeaders: NewJournalEntry['request']['headers'];
  readonly requestBody: KeptBody;
  readonly status: number;
  readonly responseHeaders: NewJournalEntry['response']['headers'];
  readonly responseBody: KeptBody;
  /** Bytes against the budget. */
  readonly cost: number;
}

/** Field by field: an object that is spread costs several times as much. */
function hold(entry: NewJournalEntry): HeldEntry {
  const { time, elapsed, durationMs, request, operation, problems, response, scenario } = entry;
  return {
    time,
    elapsed,
    durationMs,
    method: request.method,
    path: request.path,
    query: request.query,
    requestHeaders: request.headers,
    requestBody: ownBody(request.body),
    operation,
    problems,
    status: response.status,
    responseHeaders: response.headers,
    responseBody: ownBody(response.body),
    scenario,
    cost: overheadBytes + Math.min(request.body.size, keptAtMost) + Math.min(response.body.size, keptAtMost),
  };
}

function give(id: number, held: HeldEntry): JournalEntry {
  const { time, elapsed, durationMs, operation, problems, scenario } = held;
  const { method, path, query, requestHeaders, requestBody, status, responseHeaders, responseBody } = held;
  return {
    ...{ id, time, elapsed, durationMs, operation, problems, scenario },
    request: { method, path, query, headers: requestHeaders, body: requestBody },
    response: { status, headers: responseHeaders, body: responseBody },
  };
}

/**
 * A copy of a body: its bytes may be a part of a buffer that is larger or used again. Buffers lie outside the heap, where the
 * garbage collector doesn't copy them while they are young, and Node fills small ones from a pool.
 */
function ownBody(body: KeptBody): KeptBody {
  if (body.lasting === true || body.size === 0) return body;
  const { text, size } = body;
  if (text === undefined) return { bytes: Buffer.from(body.bytes), size };
  // As many bytes as characters: then all of them are ASCII.
  return { bytes: Buffer.from(text, text.length === size ? 'latin1' : 'utf8'), size };
}
