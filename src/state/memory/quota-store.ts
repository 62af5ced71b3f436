import type { Quota, QuotaSpent, QuotaStore } from '../quota-store.js';
import type { SandboxMemories } from './sandbox-memory.js';

export class MemoryQuotaStore implements QuotaStore {
  constructor(
    private readonly memories: SandboxMemories,
    private readonly elapsed: () => number,
  ) {}

  spend(sandbox: string, { limit, windowSeconds }: Quota): QuotaSpent {
    const { window } = this.memories.use(sandbox);
    const now = this.elapsed();
    if (now >= window.end) {
      window.end = now + windowSeconds * 1000;
      window.spent = 0;
    }
    const allowed = window.spent < limit;
    if (allowed) window.spent += 1;
    const resetSeconds = Math.max(1, Math.ceil((window.end - now) / 1000));
    return { allowed, remaining: limit - window.spent, resetSeconds };
  }
}
