/**
 * The memory of the mock, by concern; all but keys and the default scenario belongs to a sandbox, which exists from its
 * first use. Every call is atomic, so that parallel requests never lose a step. A store in this process returns plain
 * values; a shared one returns promises, and throws StoreUnavailableError while it can't be reached.
 */
import type { ClockStore } from './clock-store.js';
import type { DocumentStore } from './document-store.js';
import type { JournalStore } from './journal-store.js';
import type { MaybePromise } from './maybe-promise.js';

export interface State {
  readonly quota: QuotaStore;
  readonly scenarios: ScenarioChoiceStore;
  readonly journal: JournalStore;
  readonly keys: KeyStore;
  readonly documents: DocumentStore;
  readonly sandboxes: SandboxDirectory;
  readonly clock: ClockStore;
  /** The health of the store itself; never waits. */
  health(): StoreHealth;
  /** Tries whether it takes something. @throws StoreUnavailableError when it doesn't */
  assureWritable(): MaybePromise<void>;
  close(): MaybePromise<void>;
}

export interface StoreHealth {
  /** True if it can be reached. While it can't, each call fails with a StoreUnavailableError. */
  readonly up: boolean;
  /** Calls that failed since the start. */
  readonly failedCalls: number;
}

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

/** The rest of a window, before another request. */
export interface QuotaLeft {
  readonly remaining: number;
  /** Whole seconds until the window is over; undefined while none has begun. */
  readonly resetSeconds: number | undefined;
}

/** Counts the requests that each sandbox has spent of its window, which is timed by the sandbox's clock. */
export interface QuotaStore {
  /** Counts one request against the sandbox's quota; a window begins with its first request. */
  spend(sandbox: string, quota: Quota): MaybePromise<QuotaSpent>;
  /** Asking neither makes the sandbox nor counts as use. */
  left(sandbox: string, quota: Quota): MaybePromise<QuotaLeft>;
  /** Ends the sandbox's window. */
  reset(sandbox: string): MaybePromise<void>;
}

/** The choice for a sandbox. */
export interface ChosenScenario {
  /** Such as `flaky` or `slow, status-500`. */
  readonly names: string;
  /** The JSON text of an inline scenario, one that is in no file; its name is `names` then. */
  readonly definition?: string;
}

/** The choice that applies to a request, and where it was made. */
export interface SetScenario extends ChosenScenario {
  readonly channel: 'sandbox' | 'default';
}

/** Which scenarios were chosen, and how often each has applied. */
export interface ScenarioChoiceStore {
  /** Returns the choice that applies to the sandbox: its own choice, else the default. */
  inForce(sandbox: string): MaybePromise<SetScenario | undefined>;
  /** The sandbox's own choice. */
  chosen(sandbox: string): MaybePromise<ChosenScenario | undefined>;
  /** Sets or, with undefined, removes the sandbox's own choice; its sequences begin anew. */
  choose(sandbox: string, scenario: ChosenScenario | undefined): MaybePromise<void>;

  /** The names that hold where a sandbox has no choice of its own. */
  defaultNames(): MaybePromise<string | undefined>;
  setDefault(names: string | undefined): MaybePromise<void>;

  /** Counts one more call that a scenario applies to in the sandbox; 1 for the first. */
  countCall(sandbox: string, scenario: string): MaybePromise<number>;
  /** Returns the number of times that each scenario has applied. */
  callCounts(sandbox: string): MaybePromise<ReadonlyMap<string, number>>;
}

/** A key that was issued; the key itself is shown once and never kept. */
export interface IssuedKey {
  readonly id: string;
  readonly name: string;
  /** Its sandbox. */
  readonly sandbox: string;
  /** The first characters of the key, to tell it from others. */
  readonly start: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly digest: string;
  /** Its scopes; undefined allows everything. */
  readonly scopes: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
}

/** The keys that were issued; they belong to no sandbox's state and survive every reset. */
export interface KeyStore {
  list(): MaybePromise<readonly IssuedKey[]>;
  add(key: IssuedKey): MaybePromise<void>;
  /**
   * Lets a key expire at a moment, in milliseconds since 1970.
   *
   * @returns the key as it is now, undefined when there is none
   */
  expire(id: string, at: number): MaybePromise<IssuedKey | undefined>;
  /** @returns whether there was such a key */
  remove(id: string): MaybePromise<boolean>;
}

/** A sandbox in a list. */
export interface SandboxSummary {
  readonly name: string;
  /** As it was set, such as `flaky` or `slow, status-500`; undefined when responses are normal. */
  readonly scenario: string | undefined;
  /** Exchanges since it was made or reset; the journal may hold fewer. */
  readonly requests: number;
  /** The number of them that the journal still holds. */
  readonly journalled: number;
  /** Number of documents that the service keeps in it, by collection; collections without any are left out. */
  readonly documents: Readonly<Record<string, number>>;
  /** Milliseconds since it was last used. */
  readonly idleMilliseconds: number;
}

/** The sandboxes there are. One exists from its first use, and is forgotten some time after its last. */
export interface SandboxDirectory {
  list(): MaybePromise<readonly SandboxSummary[]>;
  /** Tells whether the sandbox has been used; asking does not make it. */
  exists(sandbox: string): MaybePromise<boolean>;
  /** Forgets everything of one sandbox, its scenario too. */
  reset(sandbox: string): MaybePromise<void>;
  /** Forgets every sandbox and goes back to the default scenario of the start; issued keys stay. */
  resetAll(): MaybePromise<void>;
}

export type { DocumentStore, MaybePromise };
