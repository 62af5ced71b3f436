import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPreflight, preflightHeaders } from '../../mock/exchange/cors.js';
import { maxBodyBytes } from '../../mock/stages/check-media-type.js';
import type { ServerContext } from '../server-context.js';
import { answerTogether } from './tricks/answer-together.js';
import { readBody } from './read-body.js';

/** Reads a request of the service and has it answered. */
export function handleRequest(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { headers } = request;
  if (isPreflight(request.method, headers)) {
    response.writeHead(204, preflightHeaders(headers)).end();
    return;
  }
  readBody(request, maxBodyBytes, (body) => {
    const received = {
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      httpVersion: request.httpVersion,
      headers,
      body,
      time: Date.now(),
      elapsed: performance.now(),
    };
    answerTogether({ context, response, request: received });
  });
}
