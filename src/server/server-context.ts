import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessLog } from './access-log/access-log.js';
import type { ServiceState, VerifySupport } from '../control/control-context.js';
import type { ControlApi } from '../control/control-api.js';
import type { ControlAccess } from '../control/guard/control-guard.js';
import type { KnownHosts } from '../control/guard/known-hosts.js';
import type { Family } from '../control/metrics/prometheus-text.js';
import type { EventHub } from '../mock/events.js';
import type { Mock } from '../mock/mock.js';
import type { RequestCounts } from '../mock/recording/record-exchange.js';
import type { MemoryBudget } from '../state/memory-budget.js';
import type { State } from '../state/state.js';
import type { CallbackSender } from './callbacks/callback-sender.js';
import type { ConnectionLoads } from './http/connection-load.js';
import type { Trick } from './http/tricks/tricks.js';
import type { Origins } from './origins/origins.js';
import type { KeyRing } from './state/key-ring.js';
import type { Telemetry } from './telemetry/telemetry.js';

/** The objects that serve requests now; a reload replaces them. Plain data: every request reads it. */
export interface Serving {
  mock: Mock;
}

/** Everything that lives as long as the server; a reload replaces only the mock. */
export interface ServerContext {
  readonly serving: Serving;
  readonly origins: Origins;
  /** Tells whether a host is this machine or one that was allowed: its pages may send cookies to the service. */
  readonly isKnownHost: KnownHosts;
  readonly state: State;
  readonly keys: KeyRing;
  readonly events: EventHub;
  readonly memory: MemoryBudget;
  /** The part of it that open connections hold. */
  readonly loads: ConnectionLoads;
  /** Counts of this process alone. */
  readonly metrics: RequestCounts;
  /** Aborted when the server shuts down, to release held connections. */
  readonly signal: AbortSignal;
  /** Runs the contract suite for the page; undefined where nobody gave it. */
  readonly verify?: VerifySupport | undefined;
  /** The number of this process among several on one port. */
  readonly worker?: number | undefined;
  /** Answers in the place of the mock; undefined if nothing does. */
  readonly gateway: Gateway | undefined;
  /** The run identifier of the mock; processes of one mock have the same. */
  readonly instance?: string | undefined;
  readonly callbacks: CallbackSender;
  /** Undefined unless it is on. */
  readonly accessLog: AccessLog | undefined;
  /** Undefined unless a collector is named. */
  readonly telemetry: Telemetry | undefined;
  /** The ways of src/server/http beyond the documented ways of Node and Express. */
  readonly tricks: ReadonlySet<Trick>;
  /** Writes a line to the terminal. */
  readonly log: (line: string) => void;
  /** Names options in a sentence as the one who started the server gives them. */
  readonly naming: (sentence: string) => string;
}

/** Parts of Drydock's own addresses on one origin. */
export interface InternalParts {
  readonly context: ServerContext;
  /** Who may use them. */
  readonly access: ControlAccess;
  readonly api: () => Promise<ControlApi>;
}

/**
 * Answers requests in the place of the mock, from a real service for example. The server keeps what surrounds that: the
 * listener and its limits, Drydock's own addresses, the journal and the control API.
 */
export interface Gateway {
  /** The most bytes of a request's head. */
  readonly maxHeadBytes: number;
  /** Answers a request to the service, whose body is unread and not asked for yet (RFC 9110 section 10.1.1). Never throws. */
  handle(context: ServerContext, request: IncomingMessage, response: ServerResponse): void;
  /** Resolves once all that was answered until now is recorded; the control API waits for it. */
  settled(): Promise<void>;
  /** Called when no more requests come, and what is recorded is still there. */
  ended(mock: Mock): Promise<void>;
  /** The verdict about what passed, as JSON. @param stop whether the server is to end with it */
  report(context: ServerContext, stop: boolean): Promise<unknown>;
  /** Its services, and what passed so far. */
  service(): ServiceState;
  /** For Prometheus, besides those of every server. */
  metrics(): readonly Family[];
}
