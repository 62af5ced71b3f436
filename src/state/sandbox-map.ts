export interface SandboxLimits {
  /** Sandboxes kept at most; beyond it those unused for longest go. */
  readonly maxSandboxes: number;
  /** A sandbox unused for this long is dropped. */
  readonly idleMilliseconds: number;
}

const defaultLimits: SandboxLimits = { maxSandboxes: 10_000, idleMilliseconds: 60 * 60 * 1000 };

interface Entry<T> {
  readonly value: T;
  lastUse: number;
}

/**
 * One value for each sandbox, made on first use, dropped after an idle time, bounded in number. Idle ones are looked for
 * only when a new one is made, so that using a known sandbox costs one look-up.
 */
export class SandboxMap<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly limits: SandboxLimits;
  private nextSweep = 0;

  constructor(
    private readonly create: (name: string) => T,
    private readonly elapsed: () => number,
    limits: Partial<SandboxLimits> = {},
  ) {
    this.limits = { ...defaultLimits, ...limits };
  }

  get(name: string): T {
    const now = this.elapsed();
    const known = this.entries.get(name);
    if (known && now - known.lastUse <= this.limits.idleMilliseconds) {
      known.lastUse = now;
      return known.value;
    }
    this.makeRoom(now);
    const entry = { value: this.create(name), lastUse: now };
    this.entries.set(name, entry);
    return entry.value;
  }

  /** The value of a sandbox that exists; looking does not count as use. */
  peek(name: string): T | undefined {
    return this.entries.get(name)?.value;
  }

  names(): string[] {
    return [...this.entries.keys()];
  }

  delete(name: string): void {
    this.entries.delete(name);
  }

  clear(): void {
    this.entries.clear();
  }

  private makeRoom(now: number): void {
    const full = this.entries.size >= this.limits.maxSandboxes;
    if (!full && now < this.nextSweep) return;
    this.nextSweep = now + Math.min(60_000, this.limits.idleMilliseconds);
    for (const [name, { lastUse }] of this.entries) {
      if (now - lastUse > this.limits.idleMilliseconds) this.entries.delete(name);
    }
    if (this.entries.size < this.limits.maxSandboxes) return;
    // A tenth at once: a client that invents names makes this loop run once for every thousand of them.
    const byAge = [...this.entries].sort(([, a], [, b]) => a.lastUse - b.lastUse);
    for (const [name] of byAge.slice(0, Math.ceil(this.limits.maxSandboxes / 10))) this.entries.delete(name);
  }
}
