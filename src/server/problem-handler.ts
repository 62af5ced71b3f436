import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { ControlProblem, problemOf, problemResponse } from '../control/problem.js';
import type { ServerContext } from './server-context.js';
import type { ControlResponse } from '../control/control-message.js';

/** Answers errors thrown under the prefix with problem details (RFC 9457). */
export function problemHandler({ log, naming }: Pick<ServerContext, 'log' | 'naming'>): ErrorRequestHandler {
  return (error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const problem = knownByExpress(error) ?? problemOf(error, request, log);
    sendControlResponse(response, problemResponse(problem, naming));
  };
}

/** Express and its middleware give an error about a request a status, and say whether clients may read its message. */
function knownByExpress(error: unknown): ControlProblem | undefined {
  const { status, expose, message } = (error ?? {}) as Partial<Record<string, unknown>>;
  if (error instanceof ControlProblem || typeof status !== 'number' || status < 400 || status >= 500)
    return undefined;
  if (expose === true) return new ControlProblem(status, `The request is not valid: ${String(message)}.`);
  return new ControlProblem(status, 'The request is not valid: its path can not be decoded.');
}

/** Sends a response of the control API, keeping headers that are already set. */
export function sendControlResponse(response: Response, { status, headers, body }: ControlResponse): void {
  if (typeof body !== 'function') {
    const size = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    response.writeHead(status, { ...headers, ...size });
    response.end(body);
    return;
  }
  response.writeHead(status, headers);
  if (response.req.method === 'HEAD') response.end();
  else body(response);
}
