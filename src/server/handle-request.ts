import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerTogether } from './answer-together.js';
import { isPreflight, preflightHeaders } from './cors.js';
import { readBody } from './read-body.js';
import { maxBodyBytes } from './stages/check-media-type.js';
import type { Surroundings } from './surroundings.js';

/** Reads a request of the service and has it answered. */
export function handleRequest(
  surroundings: Surroundings,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (isPreflight(request.method, request.headers)) {
    response.writeHead(204, preflightHeaders(request.headers)).end();
    return;
  }
  readBody(request, maxBodyBytes, (body) => {
    answerTogether({
      surroundings,
      request,
      response,
      body,
      time: Date.now(),
      elapsed: performance.now(),
    });
  });
}
