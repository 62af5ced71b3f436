/** The stores that read and change what sandboxes remember in this process. */
import { mocksClock, type ClockStore, type SandboxClock } from '../clock-store.js';
import type { JournalStore, NewMarks } from '../journal-store.js';
import { maxMarks } from '../limits.js';
import type { MemoryBudget } from '../memory-budget.js';
import type {
  ChosenScenario,
  IssuedKey,
  KeyStore,
  QuotaStore,
  SandboxDirectory,
  ScenarioChoiceStore,
  SetScenario,
} from '../state.js';
import { memoryIsFull } from '../store-unavailable.js';
import { elementBytes, textBytes } from './memory-costs.js';
import { withIdleTimes, type SandboxMemories, type SandboxMemory } from './sandboxes.js';

/** @param elapsed milliseconds on the clock of the store */
export function memoryQuota(memories: SandboxMemories, elapsed: () => number) {
  // Whole milliseconds: of fractions, a window of 60 seconds may be a trifle longer, and would be told as 61.
  const nowIn = ({ clock, frozenAt }: SandboxMemory): number =>
    Math.floor((frozenAt ?? elapsed()) + clock.shift);
  return {
    spend(sandbox, { limit, windowSeconds }) {
      const memory = memories.memo(sandbox);
      const { window } = memory;
      const now = nowIn(memory);
      if (isOver(window, now, windowSeconds)) {
        window.end = now + windowSeconds * 1000;
        window.spent = 0;
      }
      const allowed = window.spent < limit;
      if (allowed) window.spent += 1;
      return { allowed, remaining: limit - window.spent, resetSeconds: secondsUntil(window.end, now) };
    },

    left(sandbox, { limit, windowSeconds }) {
      const memory = memories.peek(sandbox);
      const now = memory ? nowIn(memory) : 0;
      if (!memory || isOver(memory.window, now, windowSeconds))
        return { remaining: limit, resetSeconds: undefined };
      const { end, spent } = memory.window;
      return { remaining: Math.max(0, limit - spent), resetSeconds: secondsUntil(end, now) };
    },

    reset(sandbox) {
      const window = memories.peek(sandbox)?.window;
      if (window) window.end = -Infinity;
    },
  } satisfies QuotaStore;
}

/** Also where the sandbox's time was moved back behind the window. */
function isOver({ end }: SandboxMemory['window'], now: number, windowSeconds: number): boolean {
  return now >= end || end > now + windowSeconds * 1000;
}

function secondsUntil(end: number, now: number): number {
  return Math.max(1, Math.ceil((end - now) / 1000));
}

/** @param initialDefault the scenario of every sandbox that has none of its own */
export function memoryScenarios(
  memories: SandboxMemories,
  initialDefault: string | undefined,
  budget: MemoryBudget,
) {
  let byDefault = initialDefault;
  return {
    inForce(sandbox): SetScenario | undefined {
      const { scenario } = memories.memo(sandbox);
      if (scenario !== undefined) return { ...scenario, channel: 'sandbox' };
      return byDefault === undefined ? undefined : { names: byDefault, channel: 'default' };
    },

    chosen: (sandbox) => memories.peek(sandbox)?.scenario,

    choose(sandbox, scenario) {
      const memory = memories.memo(sandbox);
      const cost = definitionBytes(scenario) - definitionBytes(memory.scenario);
      memory.kept.add(cost);
      if (cost > 0 && budget.isFull) {
        memory.kept.add(-cost);
        throw memoryIsFull(budget);
      }
      memory.scenario = scenario;
      memory.calls.clear();
    },

    defaultNames: () => byDefault,

    setDefault(names) {
      byDefault = names;
    },

    /** Goes back to the default of the start. */
    resetDefault: () => {
      byDefault = initialDefault;
    },

    countCall(sandbox, scenario) {
      const { calls, kept } = memories.memo(sandbox);
      const call = (calls.get(scenario) ?? 0) + 1;
      if (call === 1) kept.add(elementBytes + scenario.length);
      calls.set(scenario, call);
      return call;
    },

    callCounts: (sandbox): ReadonlyMap<string, number> => memories.peek(sandbox)?.calls ?? new Map(),
  } satisfies ScenarioChoiceStore & { resetDefault: () => void };
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

export const memoryJournal = (memories: SandboxMemories) =>
  ({
    record(sandbox, entry, newMarks?: NewMarks) {
      const memory = memories.memo(sandbox);
      if (newMarks) addMarks(memory, newMarks);
      return memory.journal.record(entry);
    },

    complete(sandbox, id, entry, newMarks?: NewMarks) {
      const memory = memories.peek(sandbox);
      if (!memory?.journal.complete(id, entry)) return false;
      if (newMarks) addMarks(memory, newMarks);
      return true;
    },

    list: (sandbox) => memories.peek(sandbox)?.journal.list() ?? [],

    clear: (sandbox) => memories.peek(sandbox)?.journal.clear(),

    marks: (sandbox): ReadonlySet<string> => memories.peek(sandbox)?.marks ?? new Set(),
  }) satisfies JournalStore;

/** @param elapsed milliseconds on the clock of the store */
export function memoryClock(memories: SandboxMemories, elapsed: () => number) {
  const get = (sandbox: string): SandboxClock => memories.peek(sandbox)?.clock ?? mocksClock;
  return {
    get,

    list: (sandboxes) => sandboxes.map(get),

    set(sandbox, clock) {
      const memory = memories.memo(sandbox);
      memory.clock = clock.shift === 0 && !clock.frozenAt ? mocksClock : clock;
      memory.frozenAt = clock.frozenAt ? (memory.frozenAt ?? elapsed()) : undefined;
    },
  } satisfies ClockStore;
}

export function memoryKeys() {
  const issued = new Map<string, IssuedKey>();
  return {
    list: () => [...issued.values()],

    add(key) {
      issued.set(key.id, key);
    },

    expire(id, at) {
      const key = issued.get(id);
      if (!key) return undefined;
      const expired = { ...key, expiresAt: at };
      issued.set(id, expired);
      return expired;
    },

    remove: (id) => issued.delete(id),
  } satisfies KeyStore;
}

/** @param resetDefault goes back to the default scenario of the start */
export const memorySandboxes = (memories: SandboxMemories, resetDefault: () => void) =>
  ({
    list: () =>
      withIdleTimes(memories).map(([name, { scenario, journal, documents }, idleMilliseconds]) => ({
        name,
        scenario: scenario?.names,
        requests: journal.recorded,
        journalled: journal.size,
        documents: Object.fromEntries(
          [...documents].flatMap(([collection, { size }]) => (size === 0 ? [] : [[collection, size]])),
        ),
        idleMilliseconds,
      })),

    exists: (sandbox) => memories.peek(sandbox) !== undefined,

    reset(sandbox) {
      memories.delete(sandbox);
    },

    resetAll() {
      memories.clear();
      resetDefault();
    },
  }) satisfies SandboxDirectory;
