import type { JournalEntry, SentCallback } from '../journal/journal-entry.js';
import type { EventHub } from '../mock/events.js';
import type { Mock } from '../mock/mock.js';
import type { WebhookOrder } from '../mock/outgoing-requests.js';
import type { MemoryBudget } from '../state/memory-budget.js';
import type { State } from '../state/state.js';
import type { IssuedKeyHolder } from './keys/follow-issued-keys.js';
import type { Family } from './metrics/prometheus-text.js';
import type { components } from '../contract/generated/control-api.js';
import type { RunSuite } from './verify-runs/run-suite.js';
import type { RequestCounts } from '../mock/recording/record-exchange.js';
import type { ValidateFunction } from '../contract/validation/validate-function.js';
import type { PatternSearch } from '../journal/verification/pattern-search.js';
import type { MaybePromise } from '../state/maybe-promise.js';

/** Checks of the data that callers send. Node's modules and Ajv are behind it, so that the resources work in a browser as well. */
export interface DataChecks {
  readonly scenarioValidator: () => MaybePromise<ValidateFunction>;
  /** Of what to verify in a journal; undefined where the control API's document has accepted it before. */
  readonly verificationValidator?: () => MaybePromise<ValidateFunction>;
  /** Searches for the patterns of one verification. */
  readonly patternSearch: () => PatternSearch;
}

/** The suite, and the hosts that it may be run against besides this machine. */
export interface VerifySupport {
  readonly suite: RunSuite;
  readonly allowedHosts: readonly string[];
  /** Tells whether a loopback address leads to the mock itself. */
  readonly isOwn: (url: URL) => boolean;
}

/** The other version, and the journals that weigh the changes: a HAR for each sandbox, under its name. */
interface ComparisonOrder {
  readonly document: string;
  readonly recordings: ReadonlyMap<string, string>;
}

/** Compares the served document with another; whoever starts the server provides it. @throws Error with one sentence */
export type CompareDocument = (order: ComparisonOrder, signal: AbortSignal) => Promise<unknown>;

/** The folders of scenario files. */
export interface ScenarioFiles {
  /** Of scenarios with one name, that of a later folder is in use. */
  readonly folders: readonly string[];
  /** The place where scenarios may be saved: a folder that the user gave and that is watched; undefined for nowhere. */
  readonly writable: { readonly path: string; readonly shown: string } | undefined;
}

/** The service behind a proxy, as the control API shows it. */
export type ServiceState = components['schemas']['Service'];

/** The part of a proxy that the control API shows. */
export interface ShownGateway {
  /** Resolves once all that was answered until now is recorded. */
  settled(): Promise<void>;
  /** The verdict about what passed, as JSON. @param stop whether the server is to end with it */
  report(stop: boolean): Promise<unknown>;
  /** Its services, and what passed so far. */
  service(): ServiceState;
  /** For Prometheus, besides those of every server. */
  metrics(): readonly Family[];
}

/** Context of the handlers that work without a server as well. */
export type LocalContext = Pick<ControlContext, 'mock' | 'state' | 'checks' | 'events' | 'memory'> &
  Partial<Pick<ControlContext, 'keys' | 'scenarioFiles' | 'writeHar'>>;

/** The part of the context that whoever starts a server gives. */
export type GivenContext = Omit<ControlContext, 'checks' | 'writeHar'>;

/** The objects that the control API shows and changes: those that outlive the mock, which a reload replaces. */
export interface ControlContext {
  /** The mock that new requests meet. */
  readonly mock: () => Mock;
  readonly state: State;
  readonly checks: DataChecks;
  /** The HAR of some requests of a sandbox; undefined where there is no server. */
  readonly writeHar?: (mock: Mock, sandbox: string, entries: readonly JournalEntry[]) => Promise<string>;
  readonly keys: IssuedKeyHolder;
  readonly events: EventHub;
  /** The memory that this process may use. */
  readonly memory: MemoryBudget;
  /** Counts of this process alone. */
  readonly metrics: RequestCounts;
  /** Aborted when the server shuts down. */
  readonly signal: AbortSignal;
  /** Runs the contract suite for the page; undefined where nobody gave it. */
  readonly verify?: VerifySupport | undefined;
  /** Sends a webhook of the document, which there is; undefined where nothing can be sent. @throws ControlProblem for its address */
  readonly fireWebhook?:
    | ((order: Omit<WebhookOrder, 'turn'>) => Promise<readonly SentCallback[]>)
    | undefined;
  /** Compares the served document with another for the page; undefined where nobody gave it. */
  readonly compare?: CompareDocument | undefined;
  /** The number of this process among several on one port. */
  readonly worker?: number | undefined;
  /** The scenario files; undefined if there are none. */
  readonly scenarioFiles?: ScenarioFiles | undefined;
  /** What answers in the place of the mock; undefined if nothing does. */
  readonly gateway?: ShownGateway | undefined;
  /** The options of a mock in a test's process that answers as this one; undefined where none do. */
  readonly startOptions?: ServiceState['start'] | undefined;
  /** A remark for the person at the terminal. */
  readonly log: (line: string) => void;
  /** Names options in a sentence as the one who started the server gives them; undefined where there is no server. */
  readonly naming?: (sentence: string) => string;
}
