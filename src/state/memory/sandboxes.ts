/** Everything that sandboxes remember in this process, by sandbox. */
import { LRUCache } from 'lru-cache';
import type { SandboxLimits } from '../limits.js';
import type { ChosenScenario } from '../scenario-choice-store.js';
import type { MemoryShare } from '../memory-budget.js';
import { sandboxBytes } from './memory-costs.js';
import type { SandboxJournal } from './sandbox-journal.js';

/** The shortest interval between searches for idle sandboxes. */
const sweepMilliseconds = 60_000;

/**
 * One value for each sandbox, made on its first use, dropped after an idle time, bounded in number. What is idle is looked
 * for only when another sandbox is made.
 */
export class Sandboxes<T extends object> {
  private readonly cache: LRUCache<string, T>;
  private nextSweep = 0;

  /**
   * @param elapsed milliseconds from a clock that never stands still
   * @param onDrop gets every value that is dropped, for whatever reason
   */
  constructor(
    private readonly create: (name: string) => T,
    private readonly elapsed: () => number,
    private readonly limits: SandboxLimits,
    onDrop: (value: T) => void = () => undefined,
  ) {
    this.cache = new LRUCache({
      max: limits.maxSandboxes,
      ttl: limits.idleMilliseconds,
      // A time is read for each look-up instead of kept for a while by a timer.
      ttlResolution: 0,
      updateAgeOnGet: true,
      // The cache takes a start of 0 for "never expires".
      perf: { now: () => elapsed() + 1 },
      dispose: onDrop,
    });
  }

  /** The sandbox's value; this counts as use. */
  use(name: string): T {
    const known = this.cache.get(name);
    if (known) return known;
    this.sweep();
    const value = this.create(name);
    this.cache.set(name, value);
    return value;
  }

  /** The value of a sandbox that exists; looking does not count as use. */
  peek(name: string): T | undefined {
    return this.cache.peek(name);
  }

  /** Name and value of each, the one that was used least recently first. */
  leastRecent(): (readonly [string, T])[] {
    this.cache.purgeStale();
    return [...this.cache.rkeys()].flatMap((name) => {
      const value = this.cache.peek(name);
      return value ? [[name, value] as const] : [];
    });
  }

  /** Name, value and milliseconds since its last use of each. */
  entries(): [string, T, number][] {
    const { idleMilliseconds } = this.limits;
    return [...this.cache.entries()].map(([name, value]) => [
      name,
      value,
      idleMilliseconds - this.cache.getRemainingTTL(name),
    ]);
  }

  delete(name: string): void {
    this.cache.delete(name);
  }

  clear(): void {
    this.cache.clear();
  }

  private sweep(): void {
    const now = this.elapsed();
    if (now < this.nextSweep) return;
    this.nextSweep = now + Math.min(sweepMilliseconds, this.limits.idleMilliseconds);
    this.cache.purgeStale();
  }
}

/** Everything that one sandbox remembers. */
export class SandboxMemory {
  /** The end of the quota's window, on the clock of the store, and the requests spent in it. */
  readonly window = { end: -Infinity, spent: 0 };
  scenario: ChosenScenario | undefined = undefined;
  /** The shift of its time, in milliseconds. */
  clockShift = 0;
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
    return this.scenario !== undefined || this.clockShift !== 0;
  }

  /** Gives all bytes back; the sandbox is not used any more. */
  drop(): void {
    this.journal.clear();
    this.kept.clear();
    this.keptDocuments.clear();
  }
}

export type SandboxMemories = Sandboxes<SandboxMemory>;
