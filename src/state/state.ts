/**
 * What the mock remembers, per sandbox: quota, orders, the scenario and where its sequence stands, the journal, what has
 * been covered. A sandbox exists from its first use. Every store (memory here, a shared one for replicas) keeps each
 * call atomic, so that parallel requests never lose a step. A store that answers at once returns plain values: the
 * pipeline then needs no promise. One that can be away throws StoreUnavailableError then.
 */
import type { Order } from '../shipping/types.js';
import type { JournalEntry, NewJournalEntry } from '../journal/journal-entry.js';

export type MaybePromise<T> = T | Promise<T>;

export interface Quota {
  /** Requests that one window allows. */
  readonly limit: number;
  readonly windowSeconds: number;
}

export interface QuotaSpent {
  readonly allowed: boolean;
  /** Requests left in the window after this one. */
  readonly remaining: number;
  /** Whole seconds until the window is over, at least 1. */
  readonly resetSeconds: number;
}

/** A sandbox in a list. */
export interface SandboxSummary {
  readonly name: string;
  /** As it was set, such as `flaky` or `slow, status-500`; undefined when answers are normal. */
  readonly scenario: string | undefined;
  /** Exchanges since it was made or reset; the journal may hold fewer. */
  readonly requests: number;
  readonly orders: number;
  /** Milliseconds since it was last used. */
  readonly idleMilliseconds: number;
}

/** A key that was issued; the key itself is told once and never kept. */
export interface IssuedKey {
  readonly id: string;
  readonly name: string;
  /** Its sandbox. */
  readonly sandbox: string;
  /** The first characters of the key, to tell it from others. */
  readonly start: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly digest: string;
  /** What it may do; undefined is everything. */
  readonly scopes: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
}

export interface State {
  /** Counts one request against the sandbox's quota; a window begins with its first request. */
  spendQuota(sandbox: string, quota: Quota): MaybePromise<QuotaSpent>;

  /** Counts one more order of a rate in the sandbox and returns how many there were before. */
  countOrderOf(sandbox: string, rateId: string): MaybePromise<number>;
  saveOrder(sandbox: string, order: Order): MaybePromise<void>;
  findOrder(sandbox: string, trackingNumber: string): MaybePromise<Order | undefined>;

  /** The scenario that was set for the sandbox, else the default; what `scenarioFor` finds is what a request meets. */
  scenarioFor(sandbox: string): MaybePromise<SetScenario | undefined>;
  /** Sets or, with undefined, removes the sandbox's own scenario; its sequences begin anew. */
  setScenario(sandbox: string, scenario: ChosenScenario | undefined): MaybePromise<void>;
  sandboxScenario(sandbox: string): MaybePromise<ChosenScenario | undefined>;
  defaultScenario(): MaybePromise<string | undefined>;
  setDefaultScenario(names: string | undefined): MaybePromise<void>;
  /** Counts one more call that a scenario applies to in the sandbox; 1 for the first. */
  countCall(sandbox: string, scenario: string): MaybePromise<number>;
  /** How often each scenario has applied so far. */
  callCounts(sandbox: string): MaybePromise<ReadonlyMap<string, number>>;

  /**
   * Keeps an exchange, the oldest making room, and notes what it covers.
   *
   * @returns its number in the sandbox
   */
  record(sandbox: string, entry: NewJournalEntry, covers?: Covers): MaybePromise<number>;
  /** Oldest first. */
  journal(sandbox: string): MaybePromise<readonly JournalEntry[]>;
  clearJournal(sandbox: string): MaybePromise<void>;

  /** What was met, as marks such as `status getOrder 404`. */
  covered(sandbox: string): MaybePromise<ReadonlySet<string>>;

  sandboxes(): MaybePromise<readonly SandboxSummary[]>;
  /** Whether the sandbox has been used; asking does not make it. */
  exists(sandbox: string): MaybePromise<boolean>;
  /** Forgets everything of one sandbox, its scenario too. */
  reset(sandbox: string): MaybePromise<void>;
  /** Forgets every sandbox and goes back to the default scenario of the start; issued keys stay. */
  resetAll(): MaybePromise<void>;

  keys(): MaybePromise<readonly IssuedKey[]>;
  addKey(key: IssuedKey): MaybePromise<void>;
  /** Lets a key end at a moment, in milliseconds since 1970. @returns the key as it is now, undefined when there is none */
  expireKey(id: string, at: number): MaybePromise<IssuedKey | undefined>;
  /** @returns whether there was such a key */
  removeKey(id: string): MaybePromise<boolean>;

  /** How the store itself does; never waits. */
  health(): StoreHealth;

  close(): MaybePromise<void>;
}

/** The marks of one exchange that are not among the known ones; a store that does not know its marks passes none. */
export type Covers = (known: ReadonlySet<string>) => readonly string[];

export interface StoreHealth {
  /** Whether it answers. A store that does not makes each call fail with a StoreUnavailableError. */
  readonly up: boolean;
  /** Calls that failed since the start. */
  readonly failedCalls: number;
}

/** What a sandbox was set to. */
export interface ChosenScenario {
  /** Such as `flaky` or `slow, status-500`. */
  readonly names: string;
  /** The JSON text of one that is tried without being saved; its name is `names` then. */
  readonly definition?: string;
}

/** What a request meets, and where it was set. */
export interface SetScenario extends ChosenScenario {
  readonly channel: 'sandbox' | 'default';
}
