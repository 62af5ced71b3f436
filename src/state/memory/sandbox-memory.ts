import type { ChosenScenario } from '../scenario-choice-store.js';
import type { SandboxJournal } from './sandbox-journal.js';
import type { Sandboxes } from './sandboxes.js';

/** Everything that one sandbox remembers. */
export class SandboxMemory {
  /** When the window of the quota is over, on the clock of the store, and what was spent in it. */
  readonly window = { end: 0, spent: 0 };
  scenario: ChosenScenario | undefined = undefined;
  readonly calls = new Map<string, number>();
  readonly marks = new Set<string>();
  /** By collection and id, as JSON. */
  readonly documents = new Map<string, Map<string, string>>();
  /** By name and id. */
  readonly counters = new Map<string, Map<string, number>>();

  constructor(readonly journal: SandboxJournal) {}
}

export type SandboxMemories = Sandboxes<SandboxMemory>;
