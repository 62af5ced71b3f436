import { keptAtMost } from '../../journal/journal-entry.js';
import type { JournalEntry, NewJournalEntry } from '../../journal/journal-entry.js';
import { BodyStore } from './body-store.js';
import type { StoredBody } from './body-store.js';
import type { JournalBudget } from './journal-budget.js';

/** What one entry costs beyond its bodies: headers and objects, by measurement about this much. */
const overheadBytes = 2048;

/** The last exchanges of one sandbox: a ring, so that keeping one more costs the same however many there are. */
export class SandboxJournal {
  private entries: (HeldEntry | undefined)[] = [];
  private readonly bodies = new BodyStore();
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
    const held = hold(entry, this.bodies);
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
    if (held) {
      this.bodies.drop(held.requestBody);
      this.bodies.drop(held.responseBody);
      this.budget.spend(this, -held.cost);
    }
    return true;
  }

  /** Oldest first. */
  list(): JournalEntry[] {
    const { entries: most } = this.budget.limits;
    const entries: JournalEntry[] = [];
    for (let index = 0; index < this.count; index += 1) {
      const held = this.entries[(this.first + index) % most];
      if (held) entries.push(give(this.nextId - this.count + index, held, this.bodies));
    }
    return entries;
  }

  /** Numbers go on: an id never stands for two exchanges. */
  clear(): void {
    while (this.dropOldest());
    this.budget.forget(this);
  }
}

/** An entry as it is held: flat, its bodies apart. Its number follows from its place. */
interface HeldEntry extends Omit<NewJournalEntry, 'request' | 'response'> {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly requestHeaders: NewJournalEntry['request']['headers'];
  readonly requestBody: StoredBody;
  readonly status: number;
  readonly responseHeaders: NewJournalEntry['response']['headers'];
  readonly responseBody: StoredBody;
  /** Bytes against the budget. */
  readonly cost: number;
}

/** Field by field: an object that is spread costs several times as much. */
function hold(entry: NewJournalEntry, bodies: BodyStore): HeldEntry {
  const { time, elapsed, durationMs, request, operation, problems, response, scenario } = entry;
  return {
    time,
    elapsed,
    durationMs,
    method: request.method,
    path: request.path,
    query: request.query,
    requestHeaders: request.headers,
    requestBody: bodies.store(request.body),
    operation,
    problems,
    status: response.status,
    responseHeaders: response.headers,
    responseBody: bodies.store(response.body),
    scenario,
    cost: overheadBytes + Math.min(request.body.size, keptAtMost) + Math.min(response.body.size, keptAtMost),
  };
}

function give(id: number, held: HeldEntry, bodies: BodyStore): JournalEntry {
  const { time, elapsed, durationMs, operation, problems, scenario } = held;
  const { method, path, query, requestHeaders, requestBody, status, responseHeaders, responseBody } = held;
  return {
    ...{ id, time, elapsed, durationMs, operation, problems, scenario },
    request: { method, path, query, headers: requestHeaders, body: bodies.load(requestBody) },
    response: { status, headers: responseHeaders, body: bodies.load(responseBody) },
  };
}
