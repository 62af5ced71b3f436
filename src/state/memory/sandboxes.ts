/** Everything that sandboxes remember in this process, by sandbox, and the stores that read and change it. */
import { LRUCache } from 'lru-cache';
import type { JournalEntry, NewJournalEntry } from '../../journal/journal-entry.js';
import type { CoverageStore, NewMarks, JournalStore } from '../journal-store.js';
import { maxMarks, type SandboxLimits } from '../limits.js';
import type { Quota, QuotaLeft, QuotaSpent, QuotaStore } from '../quota-store.js';
import type { ChosenScenario, ScenarioChoiceStore, SetScenario } from '../scenario-choice-store.js';
import type { MemoryBudget, MemoryShare } from '../memory-budget.js';
import { memoryIsFull } from '../store-unavailable.js';
import { elementBytes, sandboxBytes, textBytes } from './memory-costs.js';
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

export class MemoryQuotaStore implements QuotaStore {
  constructor(
    private readonly memories: SandboxMemories,
    private readonly elapsed: () => number,
  ) {}

  spend(sandbox: string, { limit, windowSeconds }: Quota): QuotaSpent {
    const { window, clockShift } = this.memories.use(sandbox);
    const now = this.elapsed() + clockShift;
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
    const now = this.elapsed() + (memory?.clockShift ?? 0);
    if (!memory || isOver(memory.window, now, windowSeconds))
      return { remaining: limit, resetSeconds: undefined };
    const { end, spent } = memory.window;
    return {
      remaining: Math.max(0, limit - spent),
      resetSeconds: Math.max(1, Math.ceil((end - now) / 1000)),
    };
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
    const { scenario } = this.memories.use(sandbox);
    if (scenario !== undefined) return { ...scenario, channel: 'sandbox' };
    return this.byDefault === undefined ? undefined : { names: this.byDefault, channel: 'default' };
  }

  chosen(sandbox: string): ChosenScenario | undefined {
    return this.memories.peek(sandbox)?.scenario;
  }

  choose(sandbox: string, scenario: ChosenScenario | undefined): void {
    const memory = this.memories.use(sandbox);
    const cost = definitionBytes(scenario) - definitionBytes(memory.scenario);
    memory.kept.add(cost);
    if (cost > 0 && this.budget.isFull) {
      memory.kept.add(-cost);
      throw memoryIsFull();
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
    const { calls, kept } = this.memories.use(sandbox);
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
    const memory = this.memories.use(sandbox);
    if (newMarks) addMarks(memory, newMarks);
    return memory.journal.record(entry);
  }

  complete(sandbox: string, id: number, entry: NewJournalEntry, newMarks?: NewMarks): void {
    const memory = this.memories.peek(sandbox);
    if (memory?.journal.complete(id, entry) && newMarks) addMarks(memory, newMarks);
  }

  list(sandbox: string): JournalEntry[] {
    return this.memories.peek(sandbox)?.journal.list() ?? [];
  }

  clear(sandbox: string): void {
    this.memories.peek(sandbox)?.journal.clear();
  }
}

/** Reads the marks that `MemoryJournalStore` adds. */
export class MemoryCoverageStore implements CoverageStore {
  constructor(private readonly memories: SandboxMemories) {}

  marks(sandbox: string): ReadonlySet<string> {
    return this.memories.peek(sandbox)?.marks ?? new Set();
  }
}
