import type { MaybePromise } from './maybe-promise.js';

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
