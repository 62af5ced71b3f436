import { setFlagsFromString } from 'node:v8';
import { bytesOf } from '../../options/forms/amounts.js';
import { defaultMaxMemory, MemoryBudget } from '../../state/memory-budget.js';

/** The shortest interval between log lines about evictions, in milliseconds. */
const sayEveryMs = 60_000;

/**
 * The memory budget of a process, which says on the terminal what it sheds.
 *
 * @param maxMemory a size such as 256MB or 1GB (powers of 1024)
 * @param naming names options in a sentence as the one who started the server gives them
 */
export function openBudget(
  maxMemory: string,
  log: (line: string) => void,
  naming: (sentence: string) => string,
): MemoryBudget {
  const limit = bytesOf(maxMemory) ?? defaultMaxMemory;
  let saidAt = -Infinity;
  const say = (): void => {
    if (performance.now() - saidAt < sayEveryMs) return;
    saidAt = performance.now();
    const shed = budget.shed.map(({ kind, count }) => `${count} ${kind}`).join(', ');
    const size = Math.round(budget.limit / 1024 ** 2);
    log(`Evicted since the start, to stay within --max-memory ${size}MB: ${shed}.`);
  };
  const budget: MemoryBudget = new MemoryBudget(
    limit,
    say,
    growHeap,
    naming('The mock holds as much as --max-memory allows'),
  );
  growHeap(0);
  return budget;
}

/**
 * Sets by how many percent the heap grows before V8 collects all of it, by the share of the budget that is in use. While
 * little is kept, four times as much heap is small, and full collections at high load are a third as many. When half of the
 * budget is used, what was evicted would take its memory twice over if the heap doubled first. V8 reads the flag at each
 * full collection; one that it doesn't know is ignored, and 0 leaves the growth to it.
 */
function growHeap(share: number): void {
  setFlagsFromString(`--heap-growing-percent=${share > 1 / 2 ? 25 : share > 1 / 8 ? 0 : 300}`);
}
