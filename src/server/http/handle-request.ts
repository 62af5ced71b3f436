import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerTogether } from './answer-together.js';
import { isPreflight, preflightHeaders } from '../../mock/cors.js';
import { readBody } from './read-body.js';
import { maxBodyBytes } from '../../mock/stages/check-media-type.js';
import type { ServerContext } from '../server-context.js';

/** Reads a request of the service and has it answered. */
export function handleRequest(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (isPreflight(request.method, request.headers)) {
    response.writeHead(204, preflightHeaders(request.headers)).end();
    return;
  }
  readBody(request, maxBodyBytes, (body) => {
    answerTogether({
      context,
      request,
      response,
      body,
      time: Date.now(),
      elapsed: performance.now(),
    });
  });
}
