import type { AccessLog } from './access-log/access-log.js';
import type { EventHub } from '../mock/events.js';
import type { Mock } from '../mock/mock.js';
import type { RequestCounts } from '../mock/recording/record-exchange.js';
import type { State } from '../state/state.js';
import type { Trick } from './http/tricks/tricks.js';
import type { KeyRing } from './state/key-ring.js';

/** Everything that lives as long as the server; a reload replaces only the mock. */
export interface ServerContext {
  /** The mock that serves new requests. */
  readonly mock: () => Mock;
  readonly state: State;
  readonly keys: KeyRing;
  readonly events: EventHub;
  /** Counts of this process alone. */
  readonly metrics: RequestCounts;
  /** The origin of absolute URLs where a request's Host can't be used. */
  readonly ownOrigin: () => string;
  /** Aborted when the server shuts down, to release held connections. */
  readonly signal: AbortSignal;
  /** The number of this process among several on one port. */
  readonly worker?: number | undefined;
  /** Undefined unless it is on. */
  readonly accessLog: AccessLog | undefined;
  /** What src/server/http does beyond the documented ways of Node and Express. */
  readonly tricks: ReadonlySet<Trick>;
  /** Writes a line to the terminal. */
  readonly log: (line: string) => void;
}
