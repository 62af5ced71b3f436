/** Everything that sandboxes remember in this process, by sandbox. */
import { LRUCache } from 'lru-cache';
import type { SandboxLimits } from '../limits.js';
import type { ChosenScenario } from '../state.js';
import type { MemoryShare } from '../memory-budget.js';
import { sandboxBytes } from './memory-costs.js';
import type { SandboxJournal } from './sandbox-journal.js';
import { mocksClock } from '../clock-store.js';

/** The shortest interval between searches for idle sandboxes. */
const sweepMilliseconds = 60_000;

/**
 * A cache with one value for each sandbox: `memo` makes it on its first use and counts as use, `peek` doesn't. A value is dropped after
 * an idle time, and the number of values is bounded. Idle values are looked for only when another is made.
 *
 * @param elapsed milliseconds from a clock that never stands still; the cache keeps what was made at 0 for good
 * @param onDrop gets every value that is dropped, for whatever reason
 */
export function sandboxCache<T extends object>(
  create: (name: string) => T,
  elapsed: () => number,
  { maxSandboxes, idleMilliseconds }: SandboxLimits,
  onDrop: (value: T) => void = () => undefined,
): LRUCache<string, T> {
  let nextSweep = 0;
  const sweep = (): void => {
    const now = elapsed();
    if (now < nextSweep) return;
    nextSweep = now + Math.min(sweepMilliseconds, idleMilliseconds);
    cache.purgeStale();
  };
  const cache = new LRUCache<string, T>({
    max: maxSandboxes,
    ttl: idleMilliseconds,
    // A time is read for each look-up instead of kept for a while by a timer.
    ttlResolution: 0,
    updateAgeOnGet: true,
    perf: { now: elapsed },
    dispose: onDrop,
    memoMethod: (name) => {
      sweep();
      return create(name);
    },
  });
  return cache;
}

/** Name and value of each, the one that was used least recently first. */
export function byLastUse<T extends object>(cache: LRUCache<string, T>): (readonly [string, T])[] {
  cache.purgeStale();
  return [...cache.rkeys()].flatMap((name) => {
    const value = cache.peek(name);
    return value ? [[name, value] as const] : [];
  });
}

/** Name, value and milliseconds since its last use of each. */
export function withIdleTimes<T extends object>(cache: LRUCache<string, T>): [string, T, number][] {
  return [...cache.entries()].map(([name, value]) => [name, value, cache.ttl - cache.getRemainingTTL(name)]);
}

/** Everything that one sandbox remembers. */
export class SandboxMemory {
  /** The end of the quota's window, on the clock of the store, and the requests spent in it. */
  readonly window = { end: -Infinity, spent: 0 };
  scenario: ChosenScenario | undefined = undefined;
  clock = mocksClock;
  /** The time of the store's clock when that of the sandbox was frozen; undefined while it runs. */
  frozenAt: number | undefined = undefined;
  readonly calls = new Map<string, number>();
  readonly marks = new Set<string>();
  /** By collection and id, as JSON. */
  readonly documents = new Map<string, Map<string, string>>();
  /** By name and id. */
  readonly counters = new Map<string, Map<string, number>>();

  /**
   * @param name of the sandbox
   * @param kept where the bytes of all but journal and documents are counted
   * @param keptDocuments where those of documents and counters are
   */
  constructor(
    name: string,
    readonly journal: SandboxJournal,
    readonly kept: MemoryShare,
    readonly keptDocuments: MemoryShare,
  ) {
    kept.add(sandboxBytes + name.length);
  }

  /** True if a person set something here that no client could set again. */
  get isSet(): boolean {
    return this.scenario !== undefined || this.clock !== mocksClock;
  }

  /** Gives all bytes back; the sandbox is not used any more. */
  drop(): void {
    this.journal.clear();
    this.kept.clear();
    this.keptDocuments.clear();
  }
}

export type SandboxMemories = LRUCache<string, SandboxMemory>;
