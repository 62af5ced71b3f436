import type { JournalEntry, NewJournalEntry } from './journal-entry.js';

export interface JournalLimits {
  /** Exchanges kept for each sandbox. */
  readonly entries: number;
  /** Bytes of headers and bodies kept in all sandboxes together, roughly. */
  readonly totalBytes: number;
}

export const defaultJournalLimits: JournalLimits = { entries: 500, totalBytes: 64 * 1024 * 1024 };

/** What one entry costs beyond its bodies: headers and objects, by measurement about this much. */
const overheadBytes = 2048;

/** What is kept of a body, in bytes. */
export const keptAtMost = 65_536;

/** The bytes that all journals of a process hold together, and who gives way when they are too many. */
export class JournalBudget {
  private used = 0;
  private readonly journals = new Set<Journal>();
  private latest: Journal | undefined;

  constructor(readonly limits: JournalLimits) {}

  open(): Journal {
    const journal = new Journal(this);
    return journal;
  }

  /** Accounts for bytes that a journal has taken or given back; the journal used least recently shrinks first. */
  spend(journal: Journal, bytes: number): void {
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

  forget(journal: Journal): void {
    this.journals.delete(journal);
    if (this.latest === journal) this.latest = undefined;
  }
}

/** The last exchanges of one sandbox: a ring, so that keeping one more costs the same however many there are. */
export class Journal {
  private entries: (JournalEntry | undefined)[] = [];
  /** Bytes of each entry: what is dropped need not be looked at again, which would fetch it from cold memory. */
  private bytes: number[] = [];
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

  record(entry: NewJournalEntry): JournalEntry {
    const numbered = withId(this.nextId, entry);
    this.nextId += 1;
    const { entries: most } = this.budget.limits;
    if (most === 0) return numbered;
    if (this.count === most) this.dropOldest();
    const at = (this.first + this.count) % most;
    const bytes = bytesOf(numbered);
    this.entries[at] = numbered;
    this.bytes[at] = bytes;
    this.count += 1;
    this.budget.spend(this, bytes);
    return numbered;
  }

  /** @returns whether there was one */
  dropOldest(): boolean {
    if (this.count === 0) return false;
    const bytes = this.bytes[this.first] ?? 0;
    this.entries[this.first] = undefined;
    this.first = (this.first + 1) % this.budget.limits.entries;
    this.count -= 1;
    this.budget.spend(this, -bytes);
    return true;
  }

  /** Oldest first. */
  list(): JournalEntry[] {
    const { entries: most } = this.budget.limits;
    const ordered = Array.from(
      { length: this.count },
      (_, index) => this.entries[(this.first + index) % most],
    );
    return ordered.filter((entry) => entry !== undefined);
  }

  /** Numbers go on: an id never stands for two exchanges. */
  clear(): void {
    while (this.dropOldest());
    this.budget.forget(this);
  }
}

/** Field by field: an object that is spread costs several times as much. */
function withId(id: number, entry: NewJournalEntry): JournalEntry {
  const { time, elapsed, durationMs, request, operation, problems, response, scenario } = entry;
  return { id, time, elapsed, durationMs, request, operation, problems, response, scenario };
}

function bytesOf(entry: JournalEntry): number {
  return (
    overheadBytes +
    Math.min(entry.request.body.size, keptAtMost) +
    Math.min(entry.response.body.size, keptAtMost)
  );
}
