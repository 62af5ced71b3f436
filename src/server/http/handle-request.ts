import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isPreflight, preflightHeaders } from '../../mock/exchange/cors.js';
import { maxBodyBytes } from '../../mock/stages/request-checks.js';
import type { ServerContext } from '../server-context.js';
import { answerTogether } from './tricks/answer-together.js';
import { readBody } from './read-body.js';

/** Reads a request to the service and answers it. */
export function handleRequest(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { headers } = request;
  if (request.method === 'OPTIONS' && isPreflight(headers)) {
    response.writeHead(204, preflightHeaders(headers));
    response.end();
    return;
  }
  readBody(request, maxBodyBytes, (body, isDecoded) => {
    const received = {
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      httpVersion: request.httpVersion,
      headers: isDecoded ? withoutEncoding(headers) : headers,
      body,
      time: Date.now(),
      elapsed: performance.now(),
    };
    answerTogether({ context, response, request: received });
  });
}

/** What describes a body as it came over the wire says nothing about one that has been decoded since. */
function withoutEncoding({ 'content-encoding': _, ...others }: IncomingHttpHeaders): IncomingHttpHeaders {
  return others;
}
