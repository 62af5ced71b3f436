/**
 * The memory of the mock, by concern; all but keys and the default scenario belongs to a sandbox, which exists from its
 * first use. Every call is atomic, so that parallel requests never lose a step. A store in this process returns plain
 * values; a shared one returns promises, and throws StoreUnavailableError while it can't be reached.
 */
import type { ClockStore } from './clock-store.js';
import type { JournalStore } from './journal-store.js';
import type { DocumentStore } from './document-store.js';
import type { KeyStore } from './key-store.js';
import type { MaybePromise } from './maybe-promise.js';
import type { QuotaStore } from './quota-store.js';
import type { SandboxDirectory } from './sandbox-directory.js';
import type { ScenarioChoiceStore } from './scenario-choice-store.js';

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

export type { DocumentStore } from './document-store.js';
export type { IssuedKey } from './key-store.js';
export type { MaybePromise } from './maybe-promise.js';
export type { Quota, QuotaSpent } from './quota-store.js';
export type { ChosenScenario, SetScenario } from './scenario-choice-store.js';
