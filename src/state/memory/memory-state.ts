import {
  defaultJournalLimits,
  defaultSandboxLimits,
  type JournalLimits,
  type SandboxLimits,
} from '../limits.js';
import { MemoryBudget, MemoryShare } from '../memory-budget.js';
import type { State, StoreHealth } from '../state.js';
import { memoryIsFull } from '../store-unavailable.js';
import { memoryDocuments } from './document-store.js';
import {
  memoryClock,
  memoryJournal,
  memoryKeys,
  memoryQuota,
  memorySandboxes,
  memoryScenarios,
} from './memory-stores.js';
import { KeptBodies, SandboxJournal } from './sandbox-journal.js';
import { byLastUse, sandboxCache, SandboxMemory, type SandboxMemories } from './sandboxes.js';

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
  readonly quota: ReturnType<typeof memoryQuota>;
  readonly scenarios: ReturnType<typeof memoryScenarios>;
  readonly journal: ReturnType<typeof memoryJournal>;
  readonly keys = memoryKeys();
  readonly documents: ReturnType<typeof memoryDocuments>;
  readonly sandboxes: ReturnType<typeof memorySandboxes>;
  readonly clock: ReturnType<typeof memoryClock>;
  private readonly memories: SandboxMemories;
  private readonly budget: MemoryBudget;

  constructor({ elapsed, defaultScenario, journal, sandboxes, budget }: MemoryStateOptions) {
    this.budget = budget ?? new MemoryBudget();
    const { entries } = journal ?? defaultJournalLimits;
    const [journals, kept, documents] = ['journals', 'sandboxes', 'documents'].map((kind) => {
      const account = this.budget.account(kind);
      return () => new MemoryShare(account);
    }) as [() => MemoryShare, () => MemoryShare, () => MemoryShare];
    const bodies = new KeptBodies();
    this.memories = sandboxCache(
      (name) => new SandboxMemory(name, new SandboxJournal(entries, journals(), bodies), kept(), documents()),
      elapsed,
      { ...defaultSandboxLimits, ...sandboxes },
      (dropped) => {
        dropped.drop();
      },
    );
    shedSandboxes(this.budget, this.memories);
    this.quota = memoryQuota(this.memories, elapsed);
    this.scenarios = memoryScenarios(this.memories, defaultScenario, this.budget);
    this.journal = memoryJournal(this.memories);
    this.documents = memoryDocuments(this.memories);
    this.sandboxes = memorySandboxes(this.memories, this.scenarios.resetDefault);
    this.clock = memoryClock(this.memories, elapsed);
  }

  health(): StoreHealth {
    return alwaysUp;
  }

  assureWritable(): void {
    if (this.budget.isFull) throw memoryIsFull(this.budget);
  }

  close(): void {
    this.memories.clear();
  }
}

/** As many sandboxes as tests may well run side by side; what they keep is evicted after that of all others. */
const recentSandboxes = 16;

/**
 * Evicts what a mock can do without, the least valuable first: bodies in the journals of idle sandboxes, then these journals, then
 * idle sandboxes in which nobody has set a scenario, and last what the journals of the sandboxes in use hold. Idle are all
 * but those that were used last; among them and in each journal the oldest goes first.
 */
function shedSandboxes(budget: MemoryBudget, memories: SandboxMemories): void {
  const idle = (): Sandbox[] => byLastUse(memories).slice(0, -recentSandboxes);
  const recent = (): Sandbox[] => byLastUse(memories).slice(-recentSandboxes);
  const dropBodies: Drop = ([, { journal }]) => journal.dropOldestBodies();
  const dropEntry: Drop = ([, { journal }]) => journal.dropOldest();
  const dropSandbox: Drop = ([name, { isSet }]) => !isSet && memories.delete(name);
  const steps = [
    ['journal bodies', idle, dropBodies],
    ['journal entries', idle, dropEntry],
    ['sandboxes', idle, dropSandbox],
    ['journal bodies', recent, dropBodies],
    ['journal entries', recent, dropEntry],
  ] as const;
  for (const [kind, sandboxes, drop] of steps)
    budget.shedWith({ kind, shed: (isEnough) => dropUntil(isEnough, sandboxes(), drop) });
}

type Sandbox = readonly [name: string, memory: SandboxMemory];

/** Drops one thing of a sandbox. @returns false if it has none that may go */
type Drop = (sandbox: Sandbox) => boolean;

/** Takes from one sandbox after the other. @returns how often */
function dropUntil(isEnough: () => boolean, sandboxes: readonly Sandbox[], drop: Drop): number {
  let count = 0;
  for (const sandbox of sandboxes) while (!isEnough() && drop(sandbox)) count += 1;
  return count;
}
