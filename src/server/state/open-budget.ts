import { setFlagsFromString } from 'node:v8';
import { bytesOf } from '../../options/forms/amounts.js';
import { defaultMaxMemory, MemoryBudget } from '../../state/memory-budget.js';

/** The shortest interval between log lines about evictions, in milliseconds. */
const sayEveryMs = 60_000;

/**
 * The memory budget of a process, which says on the terminal what it sheds.
 *
 * @param maxMemory a size such as 256MB or 1GB (powers of 1024)
 */
export function openBudget(
  maxMemory: string,
  log: (line: string) => void,
  now: () => number = () => performance.now(),
): MemoryBudget {
  const limit = bytesOf(maxMemory) ?? defaultMaxMemory;
  let saidAt = -Infinity;
  const say = (): void => {
    if (now() - saidAt < sayEveryMs) return;
    saidAt = now();
    const shed = budget.shed.map(({ kind, count }) => `${count} ${kind}`).join(', ');
    log(`Evicted since the start, to stay within --max-memory ${shownSize(budget.limit)}: ${shed}.`);
  };
  const budget: MemoryBudget = new MemoryBudget(limit, say, collectSooner);
  return budget;
}

function shownSize(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)}MB`;
}

/**
 * Has V8 collect garbage after the heap has grown by a quarter. Without this it may double first: what was evicted would still
 * take its memory, twice over. V8 reads the flag before each collection; one that it doesn't know is ignored.
 */
function collectSooner(): void {
  setFlagsFromString('--heap-growing-percent=25');
}
