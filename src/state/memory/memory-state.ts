import { defaultJournalLimits, defaultSandboxLimits } from '../limits.js';
import type { JournalLimits, SandboxLimits } from '../limits.js';
import type { State, StoreHealth } from '../state.js';
import { MemoryDocumentStore } from './document-store.js';
import { MemoryKeyStore } from './key-store.js';
import { MemorySandboxDirectory } from './sandbox-directory.js';
import { JournalBudget, SandboxJournal } from './sandbox-journal.js';
import { MemoryCoverageStore, MemoryJournalStore } from './sandboxes.js';
import { MemoryQuotaStore, MemoryScenarioChoiceStore, SandboxMemory, Sandboxes } from './sandboxes.js';
import type { SandboxMemories } from './sandboxes.js';

export interface MemoryStateOptions {
  /** Milliseconds from a clock that never stands still, not even where `--clock` freezes the date. */
  readonly elapsed: () => number;
  /** The scenario of every sandbox that has none of its own. */
  readonly defaultScenario?: string | undefined;
  readonly journal?: Partial<JournalLimits>;
  readonly sandboxes?: Partial<SandboxLimits>;
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
  private readonly memories: SandboxMemories;

  constructor({ elapsed, defaultScenario, journal, sandboxes }: MemoryStateOptions) {
    const budget = new JournalBudget({ ...defaultJournalLimits, ...journal });
    this.memories = new Sandboxes(
      () => new SandboxMemory(new SandboxJournal(budget)),
      elapsed,
      { ...defaultSandboxLimits, ...sandboxes },
      (dropped) => {
        dropped.journal.clear();
      },
    );
    this.quota = new MemoryQuotaStore(this.memories, elapsed);
    this.scenarios = new MemoryScenarioChoiceStore(this.memories, defaultScenario);
    this.journal = new MemoryJournalStore(this.memories);
    this.coverage = new MemoryCoverageStore(this.memories);
    this.documents = new MemoryDocumentStore(this.memories);
    this.sandboxes = new MemorySandboxDirectory(this.memories, this.scenarios);
  }

  health(): StoreHealth {
    return alwaysUp;
  }

  close(): void {
    this.memories.clear();
    this.keys.clear();
  }
}
