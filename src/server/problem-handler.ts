import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { ControlProblem, problemOf, problemResponse } from '../control/problem.js';
import { sendControlResponse } from './send-control-response.js';
import type { ServerContext } from './server-context.js';

/** Answers errors thrown under the prefix with problem details (RFC 9457). */
export function problemHandler({ log }: Pick<ServerContext, 'log'>): ErrorRequestHandler {
  return (error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const problem = undecodable(error) ?? problemOf(error, request, log);
    sendControlResponse(response, problemResponse(problem));
  };
}

/** Express's own errors about a request have a status, such as that of a path that it can't decode. */
function undecodable(error: unknown): ControlProblem | undefined {
  const { status } = (error ?? {}) as { readonly status?: unknown };
  if (error instanceof ControlProblem || typeof status !== 'number' || status >= 500) return undefined;
  return new ControlProblem(status, 'The request is not valid: its path can not be decoded.');
}
