import { defaultJournalLimits, defaultSandboxLimits } from '../limits.js';
import type { JournalLimits, SandboxLimits } from '../limits.js';
import { MemoryBudget, MemoryShare } from '../memory-budget.js';
import type { State, StoreHealth } from '../state.js';
import { memoryIsFull } from '../store-unavailable.js';
import { MemoryClockStore } from './clock-store.js';
import { MemoryDocumentStore } from './document-store.js';
import { MemoryKeyStore } from './key-store.js';
import { MemorySandboxDirectory } from './sandbox-directory.js';
import { SandboxJournal } from './sandbox-journal.js';
import { MemoryCoverageStore, MemoryJournalStore } from './sandboxes.js';
import { MemoryQuotaStore, MemoryScenarioChoiceStore } from './sandboxes.js';
import { SandboxMemory, Sandboxes } from './sandboxes.js';
import type { SandboxMemories } from './sandboxes.js';
import { shedSandboxes } from './shed-sandboxes.js';

export interface MemoryStateOptions {
  /** Milliseconds from a clock that never stands still, not even where `--clock` freezes the date. */
  readonly elapsed: () => number;
  /** The scenario of every sandbox that has none of its own. */
  readonly defaultScenario?: string | undefined;
  readonly journal?: Pick<JournalLimits, 'entries'>;
  readonly sandboxes?: Partial<SandboxLimits>;
  /** Counts all of it, and evicts; default: a budget of its own. */
  readonly budget?: MemoryBudget;
}

const alwaysUp: StoreHealth = { up: true, failedCalls: 0 };

/** State in this process: bounded in sandboxes and in what each of them keeps. Needs nothing of Node. */
export class MemoryState implements State {
  readonly quota: MemoryQuotaStore;
  readonly scenarios: MemoryScenarioChoiceStore;
  readonly journal: MemoryJournalStore;
  readonly coverage: MemoryCoverageStore;
  readonly keys = new MemoryKeyStore();
  readonly documents: MemoryDocumentStore;
  readonly sandboxes: MemorySandboxDirectory;
  readonly clock: MemoryClockStore;
  private readonly memories: SandboxMemories;

  private readonly budget: MemoryBudget;

  constructor({ elapsed, defaultScenario, journal, sandboxes, budget }: MemoryStateOptions) {
    this.budget = budget ?? new MemoryBudget();
    const { entries } = journal ?? defaultJournalLimits;
    const [journals, kept, documents] = ['journals', 'sandboxes', 'documents'].map((kind) => {
      const account = this.budget.account(kind);
      return () => new MemoryShare(account);
    }) as [() => MemoryShare, () => MemoryShare, () => MemoryShare];
    this.memories = new Sandboxes(
      (name) => new SandboxMemory(name, new SandboxJournal(entries, journals()), kept(), documents()),
      elapsed,
      { ...defaultSandboxLimits, ...sandboxes },
      (dropped) => {
        dropped.drop();
      },
    );
    shedSandboxes(this.budget, this.memories);
    this.quota = new MemoryQuotaStore(this.memories, elapsed);
    this.scenarios = new MemoryScenarioChoiceStore(this.memories, defaultScenario, this.budget);
    this.journal = new MemoryJournalStore(this.memories);
    this.coverage = new MemoryCoverageStore(this.memories);
    this.documents = new MemoryDocumentStore(this.memories);
    this.sandboxes = new MemorySandboxDirectory(this.memories, this.scenarios);
    this.clock = new MemoryClockStore(this.memories);
  }

  health(): StoreHealth {
    return alwaysUp;
  }

  assureWritable(): void {
    if (this.budget.isFull) throw memoryIsFull();
  }

  close(): void {
    this.memories.clear();
    this.keys.clear();
  }
}
