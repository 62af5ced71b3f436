import { LRUCache } from 'lru-cache';
import type { SandboxLimits } from '../limits.js';

/** How often idle sandboxes are looked for while others are made, at most. */
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
    private readonly create: () => T,
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
    const value = this.create();
    this.cache.set(name, value);
    return value;
  }

  /** The value of a sandbox that exists; looking does not count as use. */
  peek(name: string): T | undefined {
    return this.cache.peek(name);
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
