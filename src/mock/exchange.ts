/**
 * An exchange is one request on its way through the stages, and an answer is what ends it. A stage looks at the
 * exchange, may add what it found out, and either returns an answer or lets the request pass on to the next stage.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../contract/validation/problem-text.js';
import type { KeptBody } from '../journal/journal-entry.js';
import type { MaybePromise, QuotaSpent } from '../state/state.js';
import type { Identity } from './identity/keys.js';
import type { Parameters } from './routing/parameters.js';
import type { Match } from './routing/routes.js';
import type { Mock } from './mock.js';
import type { PlannedScenario } from './scenarios/plan-scenario.js';
import type { ServedOperation } from './served-operation.js';

export type Stage = (exchange: Exchange) => MaybePromise<Answer | undefined>;

export interface Answer {
  readonly status: number;
  /** Without the headers that every answer has: Content-Length, CORS, RateLimit. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** Bytes of the body. */
  readonly size: number;
  /** Whether `body` is JSON that was made here. */
  readonly isJson: boolean;
  /** What a journal keeps of a body that is sent again and again. */
  readonly lasting?: KeptBody;
}

export interface RequestBody {
  readonly bytes: Uint8Array;
  readonly tooLarge: boolean;
}

export interface Exchange {
  readonly mock: Mock;
  readonly method: string;
  /** The path as it came, without query. */
  readonly path: string;
  /** The query without its `?`. */
  readonly query: string;
  /** Such as `1.1`. */
  readonly httpVersion: string;
  readonly headers: IncomingHttpHeaders;
  /** Scheme and authority under which the client reached the mock, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly requestBody: RequestBody;
  readonly match: Match<ServedOperation>;
  readonly identity: Identity;
  /** When the request had arrived, milliseconds since 1970. */
  readonly arrivedAt: number;
  /** The same moment on a clock that never jumps, in milliseconds. */
  readonly arrivedElapsed: number;
  /** Set by validation: the parameters by place and the parsed body. */
  parameters: Parameters;
  value: unknown;
  problems: readonly Problem[];
  quota: QuotaSpent | undefined;
  /** What a scenario does to this exchange. */
  scenario: PlannedScenario | undefined;
  /** Whether `Prefer: dynamic=true` asks for a body made from the schema. */
  dynamic: boolean;
}
