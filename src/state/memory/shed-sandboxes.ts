import type { MemoryBudget } from '../memory-budget.js';
import type { SandboxJournal } from './sandbox-journal.js';
import type { SandboxMemories, SandboxMemory } from './sandboxes.js';

/** As many sandboxes as tests may well run side by side; what they keep is evicted after that of all others. */
const recentSandboxes = 16;

/**
 * Evicts what a mock can do without, the least valuable first: bodies in the journals of idle sandboxes, then these journals, then
 * idle sandboxes in which nobody has set a scenario, and last what the journals of the sandboxes in use hold. Idle are all
 * but those that were used last; among them and in each journal the oldest goes first.
 */
export function shedSandboxes(budget: MemoryBudget, memories: SandboxMemories): void {
  const idle = (): Sandbox[] => memories.leastRecent().slice(0, -recentSandboxes);
  const recent = (): Sandbox[] => memories.leastRecent().slice(-recentSandboxes);
  const bodies = each((journal) => journal.dropOldestBodies());
  const exchanges = each((journal) => journal.dropOldest());
  budget.shedWith({ kind: 'journal bodies', shed: (isEnough) => bodies(idle(), isEnough) });
  budget.shedWith({ kind: 'journal entries', shed: (isEnough) => exchanges(idle(), isEnough) });
  budget.shedWith({ kind: 'sandboxes', shed: (isEnough) => dropSandboxes(memories, idle(), isEnough) });
  budget.shedWith({ kind: 'journal bodies', shed: (isEnough) => bodies(recent(), isEnough) });
  budget.shedWith({ kind: 'journal entries', shed: (isEnough) => exchanges(recent(), isEnough) });
}

type Sandbox = readonly [name: string, memory: SandboxMemory];

/** Repeats a step in one journal after the other. @returns how often */
function each(step: (journal: SandboxJournal) => boolean) {
  return (sandboxes: readonly Sandbox[], isEnough: () => boolean): number => {
    let count = 0;
    for (const [, { journal }] of sandboxes) {
      while (!isEnough() && step(journal)) count += 1;
      if (isEnough()) break;
    }
    return count;
  };
}

function dropSandboxes(
  memories: SandboxMemories,
  sandboxes: readonly Sandbox[],
  isEnough: () => boolean,
): number {
  let count = 0;
  for (const [name, { isSet }] of sandboxes) {
    if (isEnough()) break;
    if (isSet) continue;
    memories.delete(name);
    count += 1;
  }
  return count;
}
