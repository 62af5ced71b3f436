import { setFlagsFromString } from 'node:v8';
import { OptionError } from '../../contract/option-error.js';
import { defaultMaxMemory, MemoryBudget } from '../../state/memory-budget.js';

const units = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 } as const;

/** A mock that holds less forgets what a single request brings. */
const leastMaxMemory = 16 * units.MB;

/** What was shed is said at most this often, in milliseconds. */
const sayEveryMs = 60_000;

/**
 * The memory budget of a process, which says on the terminal what it sheds.
 *
 * @param maxMemory a size such as 256MB or 1GB (powers of 1024); undefined for the default
 * @throws OptionError
 */
export function openBudget(
  maxMemory: string | undefined,
  log: (line: string) => void,
  now: () => number = () => performance.now(),
): MemoryBudget {
  let saidAt = -Infinity;
  const say = (): void => {
    if (now() - saidAt < sayEveryMs) return;
    saidAt = now();
    const shed = budget.shed.map(({ kind, count }) => `${count} ${kind}`).join(', ');
    log(`Shed since the start, to stay within --max-memory ${shownSize(budget.limit)}: ${shed}.`);
  };
  const budget: MemoryBudget = new MemoryBudget(checkedMaxMemory(maxMemory), say, collectSooner);
  return budget;
}

/** Bytes of a size. @throws OptionError */
function checkedMaxMemory(size: string | undefined): number {
  if (size === undefined) return defaultMaxMemory;
  const [, number, unit = ''] = /^(\d{1,9})(KB|MB|GB)$/i.exec(size) ?? [];
  const bytes = Number(number) * units[unit.toUpperCase() as keyof typeof units];
  if (bytes >= leastMaxMemory) return bytes;
  throw new OptionError(
    `The memory budget must be a size of at least 16MB such as 256MB or 1GB, got ${JSON.stringify(size)}.`,
  );
}

function shownSize(bytes: number): string {
  return `${Math.round(bytes / units.MB)}MB`;
}

/**
 * Has V8 collect garbage after the heap has grown by a quarter. Without this it may double first: what was shed would still
 * take its memory, twice over. V8 reads the flag before each collection; one that it doesn't know is ignored.
 */
function collectSooner(): void {
  setFlagsFromString('--heap-growing-percent=25');
}
