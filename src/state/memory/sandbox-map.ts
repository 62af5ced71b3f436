import { defaultSandboxLimits } from '../limits.js';
import type { SandboxLimits } from '../limits.js';

export interface SandboxMapOptions<T> extends Partial<SandboxLimits> {
  /** Told of every value that is dropped or deleted. */
  readonly dropped?: (value: T) => void;
}

interface Entry<T> {
  readonly value: T;
  lastUse: number;
}

/**
 * One value for each sandbox, made on first use, dropped after an idle time, bounded in number. Idle ones are looked for
 * only when a new one is made, so that using a known sandbox costs one look-up.
 */
export class SandboxMap<T> {
  private readonly byName = new Map<string, Entry<T>>();
  private readonly limits: SandboxLimits;
  private readonly dropped: (value: T) => void;
  private nextSweep = 0;

  constructor(
    private readonly create: (name: string) => T,
    private readonly elapsed: () => number,
    { dropped = () => undefined, ...limits }: SandboxMapOptions<T> = {},
  ) {
    this.limits = { ...defaultSandboxLimits, ...limits };
    this.dropped = dropped;
  }

  get(name: string): T {
    const now = this.elapsed();
    const known = this.byName.get(name);
    if (known && now - known.lastUse <= this.limits.idleMilliseconds) {
      known.lastUse = now;
      return known.value;
    }
    if (known) this.delete(name);
    this.makeRoom(now);
    const entry = { value: this.create(name), lastUse: now };
    this.byName.set(name, entry);
    return entry.value;
  }

  /** The value of a sandbox that exists; looking does not count as use. */
  peek(name: string): T | undefined {
    return this.byName.get(name)?.value;
  }

  /** Name, value and milliseconds since its last use of each. */
  entries(): [string, T, number][] {
    const now = this.elapsed();
    return [...this.byName].map(([name, { value, lastUse }]) => [name, value, now - lastUse]);
  }

  delete(name: string): void {
    const entry = this.byName.get(name);
    if (!entry) return;
    this.byName.delete(name);
    this.dropped(entry.value);
  }

  clear(): void {
    for (const name of [...this.byName.keys()]) this.delete(name);
  }

  private makeRoom(now: number): void {
    const full = this.byName.size >= this.limits.maxSandboxes;
    if (!full && now < this.nextSweep) return;
    this.nextSweep = now + Math.min(60_000, this.limits.idleMilliseconds);
    for (const [name, { lastUse }] of this.byName) {
      if (now - lastUse > this.limits.idleMilliseconds) this.delete(name);
    }
    if (this.byName.size < this.limits.maxSandboxes) return;
    // A tenth at once: a client that invents names makes this loop run once for every thousand of them.
    const byAge = [...this.byName].sort(([, a], [, b]) => a.lastUse - b.lastUse);
    for (const [name] of byAge.slice(0, Math.ceil(this.limits.maxSandboxes / 10))) this.delete(name);
  }
}
