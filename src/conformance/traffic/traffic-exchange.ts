import type { Level } from '../level.js';

/** One exchange between a client and a server that somebody else had: what a proxy saw, or a recording has. */
export interface TrafficExchange {
  /** Stable and safe to print, such as `entry 12`: how reports name the exchange. */
  readonly id: string;
  readonly request: TrafficRequestMessage;
  readonly response: TrafficResponseMessage | NoTrafficResponse;
  /** When the request was sent, milliseconds since 1970; now by default, and 0 where it is unknown. */
  readonly startedAt?: number | undefined;
  /** From the request until the response was complete; undefined where it was not measured. */
  readonly durationMs?: number | undefined;
  /** True if credentials may have been taken out of the request, so that a missing one says nothing. */
  readonly credentialsRemoved?: boolean | undefined;
  /** The judgement of whoever saw it pass, which a recording can't repeat: without `notJudged`, only what it adds to a judgement. */
  readonly judged?: (Pick<TrafficJudgement, 'findings'> & Partial<TrafficJudgement>) | undefined;
}

/** The findings of one exchange; JSON can hold it, and nothing in it is a secret. */
export interface TrafficJudgement {
  readonly kind: 'operation' | 'unknown path' | 'wrong method' | 'elsewhere' | 'preflight';
  /** Id of the operation that was called. */
  readonly operation: string | null;
  readonly findings: readonly TrafficFinding[];
  /** Why the response could not be looked at in full, a phrase: `the body was not recorded`. */
  readonly notJudged: string | null;
}

export interface TrafficFinding {
  readonly about: 'request' | 'response';
  /** Id of the rule. */
  readonly rule: string;
  readonly title: string;
  readonly level: Level;
  /** FAIL where the level is the one that fails, or a stronger one. */
  readonly verdict: 'FAIL' | 'WARN';
  /** The actual result, as a phrase. */
  readonly actual: string;
  /** JSON pointer into the body; null where the whole message is meant. */
  readonly pointer: string | null;
}

export interface TrafficRequestMessage {
  readonly method: string;
  /** Path and query as they were sent, or the whole address. */
  readonly target: string;
  /** As they were sent, in their order. */
  readonly headers: TrafficHeaders;
  readonly body: TrafficBody;
}

export interface TrafficResponseMessage {
  readonly status: number;
  readonly headers: TrafficHeaders;
  readonly body: TrafficBody;
  /** Problems of the message as HTTP, such as truncated, too long; phrases. */
  readonly problems?: readonly string[] | undefined;
}

/** The server gave no response. */
export interface NoTrafficResponse {
  /** The event, as a phrase: `the connection was reset`. Undefined where the client itself may have ended it. */
  readonly fault: string | undefined;
  /** Why there is nothing to judge although a response may have come, a phrase. */
  readonly notJudged?: string | undefined;
}

export type TrafficHeaders = readonly (readonly [name: string, value: string])[];

/** The bytes of a body, empty where there was none; or the reason that they are missing, as a phrase: `the body was not recorded`. */
export type TrafficBody =
  | {
      readonly bytes: Uint8Array;
      /** Set where its Content-Encoding is undone already. */
      readonly decoded?: boolean | undefined;
    }
  | { readonly notHeld: string };

/** No body. */
export const noBody: TrafficBody = { bytes: new Uint8Array(0) };

/** The first value of a header, whatever the case of its name. @param name in lower case */
export function headerIn(headers: TrafficHeaders, name: string): string | undefined {
  for (const [key, value] of headers) if (key.toLowerCase() === name) return value;
  return undefined;
}
