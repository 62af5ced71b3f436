import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { StoreUnavailableError } from '../state/store-unavailable.js';
import type { ServerContext } from '../server/server-context.js';

/** What a refusal tells beyond its sentence. */
export interface ProblemExtras {
  /** One string for each thing that is wrong. */
  readonly errors?: readonly string[];
  /** Known names near to the one that is not. */
  readonly nearest?: readonly string[];
}

/** A request under Drydock's own prefix that is refused; `message` is a sentence that says how to mend it. */
export class ControlProblem extends Error {
  override readonly name = 'ControlProblem';

  constructor(
    readonly status: number,
    detail: string,
    readonly extras: ProblemExtras = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}

/** A problem whose sentence is made from what is wrong. @param errors at least one */
export function problemFrom(
  status: number,
  errors: readonly string[],
  extras: ProblemExtras = {},
): ControlProblem {
  const [first = 'the request is not valid'] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const sentence = /[.?]$/.test(first) ? first : `${first}${more}.`;
  return new ControlProblem(status, sentence, { ...extras, errors });
}

/** What RFC 9110 calls the statuses that Node still names as its predecessors did. */
const titles: Readonly<Record<number, string>> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };

/** Answers with problem details (RFC 9457). */
export function sendProblem(response: Response, problem: ControlProblem): void {
  const { status, message: detail, extras, headers } = problem;
  const title = titles[status] ?? STATUS_CODES[status] ?? 'Error';
  response.status(status).set(headers).type('application/problem+json');
  response.send(JSON.stringify({ type: 'about:blank', title, status, detail, ...extras }));
}

/** Answers what was thrown under the prefix: refusals as they say, all else as 500 with one line in the log. */
export function problemHandler({ log }: Pick<ServerContext, 'log'>): ErrorRequestHandler {
  return (error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    sendProblem(response, error instanceof ControlProblem ? error : asProblem(error, request, log));
  };
}

function asProblem(error: unknown, { method, path }: Request, log: ServerContext['log']): ControlProblem {
  if (error instanceof StoreUnavailableError) {
    return new ControlProblem(
      503,
      `The mock's store is away; try again: ${error.message}.`,
      {},
      { 'Retry-After': '1' },
    );
  }
  const { status = 500 } = error as { status?: number };
  if (status < 500)
    return new ControlProblem(status, 'The request is not valid: its path can not be decoded.');
  log(`Failed to answer ${method} ${path}: ${String(error)}`);
  return new ControlProblem(500, 'Drydock failed to answer; its terminal says why.');
}
