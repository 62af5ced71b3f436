import type { Operation } from '../../contract/operations.js';
import type { Case } from '../cases/case.js';
import type { JsonBody } from './json-body.js';
import type { RequestParts } from '../cases/request.js';

/** What came back for a request: an answer, or nothing that can be called one. */
export type Outcome = Answer | NoAnswer;

export interface NoAnswer {
  readonly kind: 'no answer';
  /** A code such as `ECONNREFUSED`, `TIMEOUT` or `HPE_INVALID_CONSTANT`. */
  readonly code: string;
  /** A sentence: what happened, without the request. */
  readonly reason: string;
  /** Whether bytes of an answer had come. */
  readonly begun: boolean;
}

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  /** As they came, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body, decompressed. */
  readonly body: Buffer;
  /** What is wrong with the message as HTTP: cut short, too long, badly encoded; sentences. */
  readonly wireProblems: readonly string[];
  readonly elapsedMs: number;
}

/** The first value of a header, whatever the case of its name. */
export function header(answer: Answer, name: string): string | undefined {
  return answer.headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** A case as it was sent and answered. */
export interface Exchange {
  readonly case: Case;
  readonly request: RequestParts;
  readonly outcome: Outcome;
}

/** An exchange that has an answer, with what rules ask about it. */
export interface AnsweredExchange extends Exchange {
  readonly outcome: Answer;
  readonly operation: Operation | undefined;
  /** The body as JSON, or why it is none. */
  readonly json: JsonBody;
}
