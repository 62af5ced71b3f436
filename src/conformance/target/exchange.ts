import type { Case } from '../cases/case.js';
import type { RequestParts } from '../cases/request.js';
import type { Operation } from '../../contract/operations.js';
import { readJson, type JsonBody } from './json-body.js';
import { NotJudgedError } from './not-judged-error.js';

/** The result of a request: a response, or nothing that can be called one. */
export type Outcome = TargetResponse | NoResponse;

export interface NoResponse {
  readonly kind: 'no response';
  /** A code such as `ECONNREFUSED`, `TIMEOUT` or `HPE_INVALID_CONSTANT`. */
  readonly code: string;
  /** The event, as a phrase that doesn't name the request. */
  readonly reason: string;
  /** True if some bytes of a response arrived. */
  readonly begun: boolean;
  /** Set when the suite itself ended the exchange, so that the target can't be blamed. */
  readonly notJudged?: true;
}

/** The code of a request that the suite gave up, because the run ends. */
export const abandoned = 'ABANDONED';

export interface TargetResponse {
  readonly kind: 'response';
  readonly status: number;
  /** As they were sent, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body, decompressed; empty where it was not read. */
  readonly body: Buffer;
  /** Which limit of the suite kept the body from being read, a phrase. */
  readonly notRead?: string | undefined;
  /** Problems of the message as HTTP, such as truncated, too long, badly encoded; phrases. */
  readonly wireProblems: readonly string[];
  readonly elapsedMs: number;
}

/** The first value of a header, whatever the case of its name. */
export function header(response: TargetResponse, name: string): string | undefined {
  return response.headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** A case as it was sent, and what came back. */
export interface Exchange {
  readonly case: Case;
  readonly request: RequestParts;
  readonly outcome: Outcome;
}

/** Returns whether the target took longer than it may. */
export function isTimeOut({ outcome }: Exchange): boolean {
  return outcome.kind === 'no response' && outcome.code === 'TIMEOUT' && outcome.notJudged !== true;
}

/** An exchange that has a response, with what rules look at. */
export interface CompletedExchange extends Exchange {
  readonly response: TargetResponse;
  readonly operation: Operation | undefined;
  /**
   * The body as JSON, or why it is not JSON; parsed on first use.
   *
   * @throws NotJudgedError when it exceeds a limit of the suite
   */
  readonly json: JsonBody;
}

/** Each exchange's, so that all rules parse its body once. */
const made = new WeakMap<Exchange, CompletedExchange>();

/** The exchange with its body read; undefined when no response came. */
export function completed(exchange: Exchange): CompletedExchange | undefined {
  const { case: item, request, outcome } = exchange;
  if (outcome.kind === 'no response') return undefined;
  const known = made.get(exchange);
  if (known !== undefined) return known;
  let read: JsonBody | undefined;
  const whole: CompletedExchange = {
    ...{ case: item, request, outcome, response: outcome, operation: item.operation },
    get json() {
      if (outcome.notRead !== undefined) throw new NotJudgedError(outcome.notRead);
      read ??= readJson(outcome.body);
      if (!read.ok && read.notRead) throw new NotJudgedError(read.problem);
      return read;
    },
  };
  made.set(exchange, whole);
  return whole;
}

/** The status of a response; 0 where none came. */
export function statusOf({ outcome }: Exchange): number {
  return outcome.kind === 'response' ? outcome.status : 0;
}

/** Returns whether a response says that its request was served. */
export function isServed(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status >= 200 && status < 300;
}
