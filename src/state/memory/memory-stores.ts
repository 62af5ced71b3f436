/** The stores that read and change what sandboxes remember in this process. */
import type { JournalEntry, NewJournalEntry } from '../../journal/journal-entry.js';
import type { NewMarks, JournalStore } from '../journal-store.js';
import { maxMarks } from '../limits.js';
import type { Quota, QuotaLeft, QuotaSpent, QuotaStore } from '../quota-store.js';
import type { ChosenScenario, ScenarioChoiceStore, SetScenario } from '../scenario-choice-store.js';
import type { MemoryBudget } from '../memory-budget.js';
import { memoryIsFull } from '../store-unavailable.js';
import { elementBytes, textBytes } from './memory-costs.js';
import { withIdleTimes, type SandboxMemories, type SandboxMemory } from './sandboxes.js';
import { mocksClock, type ClockStore, type SandboxClock } from '../clock-store.js';
import type { IssuedKey, KeyStore } from '../key-store.js';
import type { SandboxDirectory, SandboxSummary } from '../sandbox-directory.js';

export class MemoryQuotaStore implements QuotaStore {
  constructor(
    private readonly memories: SandboxMemories,
    private readonly elapsed: () => number,
  ) {}

  spend(sandbox: string, { limit, windowSeconds }: Quota): QuotaSpent {
    const memory = this.memories.memo(sandbox);
    const { window } = memory;
    const now = this.nowIn(memory);
    if (isOver(window, now, windowSeconds)) {
      window.end = now + windowSeconds * 1000;
      window.spent = 0;
    }
    const allowed = window.spent < limit;
    if (allowed) window.spent += 1;
    const resetSeconds = Math.max(1, Math.ceil((window.end - now) / 1000));
    return { allowed, remaining: limit - window.spent, resetSeconds };
  }

  left(sandbox: string, { limit, windowSeconds }: Quota): QuotaLeft {
    const memory = this.memories.peek(sandbox);
    if (!memory) return { remaining: limit, resetSeconds: undefined };
    const now = this.nowIn(memory);
    if (isOver(memory.window, now, windowSeconds)) return { remaining: limit, resetSeconds: undefined };
    const { end, spent } = memory.window;
    return {
      remaining: Math.max(0, limit - spent),
      resetSeconds: Math.max(1, Math.ceil((end - now) / 1000)),
    };
  }

  reset(sandbox: string): void {
    const window = this.memories.peek(sandbox)?.window;
    if (window) window.end = -Infinity;
  }

  /** Whole milliseconds: of fractions, a window of 60 seconds may be a trifle longer, and would be told as 61. */
  private nowIn({ clock, frozenAt }: SandboxMemory): number {
    return Math.floor((frozenAt ?? this.elapsed()) + clock.shift);
  }
}

/** Also where the sandbox's time was moved back behind the window. */
function isOver({ end }: SandboxMemory['window'], now: number, windowSeconds: number): boolean {
  return now >= end || end > now + windowSeconds * 1000;
}

export class MemoryScenarioChoiceStore implements ScenarioChoiceStore {
  private byDefault: string | undefined;

  /** @param initialDefault the scenario of every sandbox that has none of its own */
  constructor(
    private readonly memories: SandboxMemories,
    private readonly initialDefault: string | undefined,
    private readonly budget: MemoryBudget,
  ) {
    this.byDefault = initialDefault;
  }

  inForce(sandbox: string): SetScenario | undefined {
    const { scenario } = this.memories.memo(sandbox);
    if (scenario !== undefined) return { ...scenario, channel: 'sandbox' };
    return this.byDefault === undefined ? undefined : { names: this.byDefault, channel: 'default' };
  }

  chosen(sandbox: string): ChosenScenario | undefined {
    return this.memories.peek(sandbox)?.scenario;
  }

  choose(sandbox: string, scenario: ChosenScenario | undefined): void {
    const memory = this.memories.memo(sandbox);
    const cost = definitionBytes(scenario) - definitionBytes(memory.scenario);
    memory.kept.add(cost);
    if (cost > 0 && this.budget.isFull) {
      memory.kept.add(-cost);
      throw memoryIsFull(this.budget);
    }
    memory.scenario = scenario;
    memory.calls.clear();
  }

  defaultNames(): string | undefined {
    return this.byDefault;
  }

  setDefault(names: string | undefined): void {
    this.byDefault = names;
  }

  /** Goes back to the default of the start. */
  resetDefault(): void {
    this.byDefault = this.initialDefault;
  }

  countCall(sandbox: string, scenario: string): number {
    const { calls, kept } = this.memories.memo(sandbox);
    const call = (calls.get(scenario) ?? 0) + 1;
    if (call === 1) kept.add(elementBytes + scenario.length);
    calls.set(scenario, call);
    return call;
  }

  callCounts(sandbox: string): ReadonlyMap<string, number> {
    return this.memories.peek(sandbox)?.calls ?? new Map();
  }
}

/** An inline scenario is kept as text here, and parsed in the mock's cache. */
const parsedTwice = 6;

function definitionBytes(scenario: ChosenScenario | undefined): number {
  return scenario?.definition === undefined ? 0 : parsedTwice * textBytes(scenario.definition);
}

function addMarks({ marks, kept }: SandboxMemory, newMarks: NewMarks): void {
  for (const mark of newMarks(marks)) {
    if (marks.size >= maxMarks) break;
    marks.add(mark);
    kept.add(elementBytes + mark.length);
  }
}

export class MemoryJournalStore implements JournalStore {
  constructor(private readonly memories: SandboxMemories) {}

  record(sandbox: string, entry: NewJournalEntry, newMarks?: NewMarks): number {
    const memory = this.memories.memo(sandbox);
    if (newMarks) addMarks(memory, newMarks);
    return memory.journal.record(entry);
  }

  complete(sandbox: string, id: number, entry: NewJournalEntry, newMarks?: NewMarks): boolean {
    const memory = this.memories.peek(sandbox);
    if (!memory?.journal.complete(id, entry)) return false;
    if (newMarks) addMarks(memory, newMarks);
    return true;
  }

  list(sandbox: string): JournalEntry[] {
    return this.memories.peek(sandbox)?.journal.list() ?? [];
  }

  clear(sandbox: string): void {
    this.memories.peek(sandbox)?.journal.clear();
  }

  marks(sandbox: string): ReadonlySet<string> {
    return this.memories.peek(sandbox)?.marks ?? new Set();
  }
}

export class MemoryClockStore implements ClockStore {
  constructor(
    private readonly memories: SandboxMemories,
    private readonly elapsed: () => number,
  ) {}

  get(sandbox: string): SandboxClock {
    return this.memories.peek(sandbox)?.clock ?? mocksClock;
  }

  list(sandboxes: readonly string[]): SandboxClock[] {
    return sandboxes.map((sandbox) => this.get(sandbox));
  }

  set(sandbox: string, clock: SandboxClock): void {
    const memory = this.memories.memo(sandbox);
    memory.clock = clock.shift === 0 && !clock.frozenAt ? mocksClock : clock;
    memory.frozenAt = clock.frozenAt ? (memory.frozenAt ?? this.elapsed()) : undefined;
  }
}

export class MemoryKeyStore implements KeyStore {
  private readonly issued = new Map<string, IssuedKey>();

  list(): IssuedKey[] {
    return [...this.issued.values()];
  }

  add(key: IssuedKey): void {
    this.issued.set(key.id, key);
  }

  expire(id: string, at: number): IssuedKey | undefined {
    const key = this.issued.get(id);
    if (!key) return undefined;
    const expired = { ...key, expiresAt: at };
    this.issued.set(id, expired);
    return expired;
  }

  remove(id: string): boolean {
    return this.issued.delete(id);
  }

  clear(): void {
    this.issued.clear();
  }
}

export class MemorySandboxDirectory implements SandboxDirectory {
  constructor(
    private readonly memories: SandboxMemories,
    private readonly scenarios: MemoryScenarioChoiceStore,
  ) {}

  list(): SandboxSummary[] {
    return withIdleTimes(this.memories).map(([name, { scenario, journal, documents }, idleMilliseconds]) => ({
      name,
      scenario: scenario?.names,
      requests: journal.recorded,
      journalled: journal.size,
      documents: Object.fromEntries(
        [...documents].flatMap(([collection, { size }]) => (size === 0 ? [] : [[collection, size]])),
      ),
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
    this.scenarios.resetDefault();
  }
}
