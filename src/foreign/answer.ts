import type { MockResponse } from '../mock/exchange/response.js';
import type { OperationCall } from '../mock/served-operation.js';
import type { HandlerError } from '../mock/service-definition.js';

/** What an operation answers: a response, or an error in the document's shape. */
export type Answer = MockResponse | HandlerError;

/** An error with one problem, which its message says. */
export function refusalOf(status: number, message: string): HandlerError {
  return { status, message, errors: [message] };
}

export function isSuccess(answer: Answer): answer is MockResponse {
  return !('message' in answer) && answer.status < 300;
}

/** Tells whether a client asks by `Prefer` for an error or a generated body, which neither a memory nor a handler gives. */
export function asksForAnother({ dynamic, status = 200 }: OperationCall): boolean {
  return dynamic || status >= 300;
}
