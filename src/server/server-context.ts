import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessLog } from './access-log/access-log.js';
import type { GivenContext, ShownGateway } from '../control/control-context.js';
import type { ControlApi } from '../control/control-api.js';
import type { ControlAccess } from '../control/guard/control-guard.js';
import type { KnownHosts } from '../control/guard/known-hosts.js';
import type { Mock } from '../mock/mock.js';
import type { CallbackSender } from './callbacks/callback-sender.js';
import type { ConnectionLoads } from './http/connection-load.js';
import type { Trick } from './http/tricks/tricks.js';
import type { Origins } from './origins/origins.js';
import type { Telemetry } from './telemetry/telemetry.js';

/** The objects that serve requests now; a reload replaces them. Plain data: every request reads it. */
export interface Serving {
  mock: Mock;
}

/** Everything that lives as long as the server; a reload replaces only the mock. */
export interface ServerContext extends GivenContext {
  readonly serving: Serving;
  readonly origins: Origins;
  /** Tells whether a host is this machine or one that was allowed: its pages may send cookies to the service. */
  readonly isKnownHost: KnownHosts;
  /** The part of the memory that open connections hold. */
  readonly loads: ConnectionLoads;
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
export interface Gateway extends ShownGateway {
  /** The most bytes of a request's head. */
  readonly maxHeadBytes: number;
  /** Called once, before the first request. */
  open(context: ServerContext): void;
  /** Answers a request to the service, whose body is unread and not asked for yet (RFC 9110 section 10.1.1). Never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Called when no more requests come, and what is recorded is still there. */
  ended(): Promise<void>;
}
