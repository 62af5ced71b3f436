import type { Order } from '../../shipping/types.js';
import { JournalBudget, defaultJournalLimits } from './journal.js';
import type { Journal, JournalLimits } from './journal.js';
import type { JournalEntry, NewJournalEntry } from '../../journal/journal-entry.js';
import { maxMarks, maxOrders } from '../limits.js';
import type { SandboxLimits } from '../limits.js';
import { SandboxMap } from './sandbox-map.js';
import type {
  ChosenScenario,
  Covers,
  IssuedKey,
  Quota,
  QuotaSpent,
  SandboxSummary,
  SetScenario,
  State,
  StoreHealth,
} from '../state.js';

interface SandboxMemory {
  windowEnd: number;
  spent: number;
  scenario: ChosenScenario | undefined;
  readonly calls: Map<string, number>;
  readonly ordersOfRate: Map<string, number>;
  readonly orders: Map<string, Order>;
  readonly journal: Journal;
  readonly covered: Set<string>;
}

const alwaysUp: StoreHealth = { up: true, failedCalls: 0 };

export interface MemoryStateOptions {
  /** Milliseconds from a clock that never stands still, not even where `--clock` freezes the date. */
  readonly elapsed: () => number;
  /** The scenario of every sandbox that has none of its own. */
  readonly defaultScenario?: string | undefined;
  readonly journal?: Partial<JournalLimits>;
  readonly sandboxes?: Partial<SandboxLimits>;
}

/** State in this process: bounded in sandboxes and in what each of them keeps. */
export class MemoryState implements State {
  private readonly memories: SandboxMap<SandboxMemory>;
  private readonly elapsed: () => number;
  private readonly initialScenario: string | undefined;
  private byDefault: string | undefined;
  private readonly issued = new Map<string, IssuedKey>();

  constructor({ elapsed, defaultScenario, journal, sandboxes }: MemoryStateOptions) {
    const budget = new JournalBudget({ ...defaultJournalLimits, ...journal });
    const create = () => newMemory(budget.open());
    this.memories = new SandboxMap(create, elapsed, {
      ...sandboxes,
      dropped: ({ journal: kept }) => kept.clear(),
    });
    this.elapsed = elapsed;
    this.initialScenario = defaultScenario;
    this.byDefault = defaultScenario;
  }

  spendQuota(sandbox: string, quota: Quota): QuotaSpent {
    const memory = this.memories.get(sandbox);
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
    const { ordersOfRate } = this.memories.get(sandbox);
    const before = ordersOfRate.get(rateId) ?? 0;
    ordersOfRate.set(rateId, before + 1);
    if (ordersOfRate.size > maxOrders) dropOldest(ordersOfRate);
    return before;
  }

  saveOrder(sandbox: string, order: Order): void {
    const { orders } = this.memories.get(sandbox);
    orders.set(order.tracking_number, order);
    if (orders.size > maxOrders) dropOldest(orders);
  }

  findOrder(sandbox: string, trackingNumber: string): Order | undefined {
    return this.memories.get(sandbox).orders.get(trackingNumber);
  }

  scenarioFor(sandbox: string): SetScenario | undefined {
    const { scenario } = this.memories.get(sandbox);
    if (scenario !== undefined) return { ...scenario, channel: 'sandbox' };
    return this.byDefault === undefined ? undefined : { names: this.byDefault, channel: 'default' };
  }

  setScenario(sandbox: string, scenario: ChosenScenario | undefined): void {
    const memory = this.memories.get(sandbox);
    memory.scenario = scenario;
    memory.calls.clear();
  }

  sandboxScenario(sandbox: string): ChosenScenario | undefined {
    return this.memories.peek(sandbox)?.scenario;
  }

  defaultScenario(): string | undefined {
    return this.byDefault;
  }

  setDefaultScenario(names: string | undefined): void {
    this.byDefault = names;
  }

  countCall(sandbox: string, scenario: string): number {
    const { calls } = this.memories.get(sandbox);
    const call = (calls.get(scenario) ?? 0) + 1;
    calls.set(scenario, call);
    return call;
  }

  callCounts(sandbox: string): ReadonlyMap<string, number> {
    return this.memories.peek(sandbox)?.calls ?? new Map();
  }

  record(sandbox: string, entry: NewJournalEntry, covers?: Covers): number {
    const { journal, covered } = this.memories.get(sandbox);
    if (covers) for (const mark of covers(covered)) if (covered.size < maxMarks) covered.add(mark);
    return journal.record(entry);
  }

  journal(sandbox: string): JournalEntry[] {
    return this.memories.peek(sandbox)?.journal.list() ?? [];
  }

  clearJournal(sandbox: string): void {
    this.memories.peek(sandbox)?.journal.clear();
  }

  covered(sandbox: string): ReadonlySet<string> {
    return this.memories.peek(sandbox)?.covered ?? new Set();
  }

  sandboxes(): SandboxSummary[] {
    return this.memories.entries().map(([name, { scenario, journal, orders }, idleMilliseconds]) => ({
      name,
      scenario: scenario?.names,
      requests: journal.recorded,
      orders: orders.size,
      idleMilliseconds,
    }));
  }

  exists(sandbox: string): boolean {
    return this.memories.peek(sandbox) !== undefined;
  }

  reset(sandbox: string): void {
    this.memories.delete(sandbox);
  }

  resetAll(): void {
    this.memories.clear();
    this.byDefault = this.initialScenario;
  }

  keys(): IssuedKey[] {
    return [...this.issued.values()];
  }

  addKey(key: IssuedKey): void {
    this.issued.set(key.id, key);
  }

  expireKey(id: string, at: number): IssuedKey | undefined {
    const key = this.issued.get(id);
    if (!key) return undefined;
    const ended = { ...key, expiresAt: at };
    this.issued.set(id, ended);
    return ended;
  }

  removeKey(id: string): boolean {
    return this.issued.delete(id);
  }

  health(): StoreHealth {
    return alwaysUp;
  }

  close(): void {
    this.memories.clear();
    this.issued.clear();
  }
}

function newMemory(journal: Journal): SandboxMemory {
  return {
    ...{ windowEnd: 0, spent: 0, scenario: undefined, journal },
    ...{ calls: new Map(), ordersOfRate: new Map(), orders: new Map(), covered: new Set() },
  };
}

function dropOldest(map: Map<string, unknown>): void {
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
