import type { JournalLimits } from '../limits.js';

/** A journal as the budget sees it. */
export interface BudgetedJournal {
  readonly size: number;
  /** Drops its oldest exchange, giving the bytes back. @returns whether there was one */
  dropOldest(): boolean;
}

/** The bytes that all journals of a process hold together, and which journal gives way when they are too many. */
export class JournalBudget {
  private used = 0;
  private readonly journals = new Set<BudgetedJournal>();
  private latest: BudgetedJournal | undefined;

  constructor(readonly limits: JournalLimits) {}

  /** Accounts for bytes that a journal has taken or given back; the journal used least recently shrinks first. */
  spend(journal: BudgetedJournal, bytes: number): void {
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

  forget(journal: BudgetedJournal): void {
    this.journals.delete(journal);
    if (this.latest === journal) this.latest = undefined;
  }
}
