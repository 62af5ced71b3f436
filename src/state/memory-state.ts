import type { Order } from '../contract/types.js';
import { SandboxMap } from './sandbox-map.js';
import type { SandboxLimits } from './sandbox-map.js';
import type { Quota, QuotaSpent, State } from './state.js';

interface SandboxMemory {
  windowEnd: number;
  spent: number;
  readonly ordersOfRate: Map<string, number>;
  readonly orders: Map<string, Order>;
}

/** Orders that one sandbox remembers; the oldest go first. */
const maxOrders = 10_000;

/** State in this process: bounded in sandboxes and in what each of them keeps. */
export class MemoryState implements State {
  private readonly sandboxes: SandboxMap<SandboxMemory>;

  /** @param elapsed milliseconds from a clock that never stands still, not even where `--clock` freezes the date */
  constructor(
    private readonly elapsed: () => number,
    limits?: Partial<SandboxLimits>,
  ) {
    this.sandboxes = new SandboxMap(
      () => ({ windowEnd: 0, spent: 0, ordersOfRate: new Map(), orders: new Map() }),
      elapsed,
      limits,
    );
  }

  spendQuota(sandbox: string, quota: Quota): QuotaSpent {
    const memory = this.sandboxes.get(sandbox);
    const now = this.elapsed();
    if (now >= memory.windowEnd) {
      memory.windowEnd = now + quota.windowSeconds * 1000;
      memory.spent = 0;
    }
    const allowed = memory.spent < quota.limit;
    if (allowed) memory.spent += 1;
    const resetSeconds = Math.max(1, Math.ceil((memory.windowEnd - now) / 1000));
    return { allowed, remaining: quota.limit - memory.spent, resetSeconds };
  }

  countOrderOf(sandbox: string, rateId: string): number {
    const { ordersOfRate } = this.sandboxes.get(sandbox);
    const before = ordersOfRate.get(rateId) ?? 0;
    ordersOfRate.set(rateId, before + 1);
    dropOldest(ordersOfRate);
    return before;
  }

  saveOrder(sandbox: string, order: Order): void {
    const { orders } = this.sandboxes.get(sandbox);
    orders.set(order.tracking_number, order);
    dropOldest(orders);
  }

  findOrder(sandbox: string, trackingNumber: string): Order | undefined {
    return this.sandboxes.get(sandbox).orders.get(trackingNumber);
  }

  reset(sandbox: string): void {
    this.sandboxes.delete(sandbox);
  }

  close(): void {
    this.sandboxes.clear();
  }
}

function dropOldest(map: Map<string, unknown>): void {
  if (map.size <= maxOrders) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
