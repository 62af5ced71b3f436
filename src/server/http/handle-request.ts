import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, RequestHandler, Response } from 'express';
import { serviceWorkerRefusal } from '../../control/guard/control-guard.js';
import { corsFieldsFor, isPreflight, preflightHeaders } from '../../mock/exchange/cors.js';
import type { RequestBody } from '../../mock/exchange/request.js';
import { internalPrefix } from '../../mock/internal-prefix.js';
import { maxBodyBytes } from '../../mock/stages/request-checks.js';
import type { ServerContext } from '../server-context.js';
import { answerRequest, refuseEntered, type Arrival } from './send-responses.js';
import type { NotedRequests } from './drain.js';
import type { Pipelines } from './pipelines.js';
import { documentRefusal, sendRefusal, type Refusal } from './refuse-malformed.js';
import { noBody, noRoom, readBody } from './tricks/direct.js';

/** Gives requests to an application. */
export function startIn(app: Express) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    // Without a final handler Express makes one for each request. Nothing gets past the routes and the problem handler.
    app(request as Request, response as Response, () => response.destroy());
  };
}

/** The listener of Node's server. @param noted learns of each request before it is answered */
export function requestListener(
  start: (request: IncomingMessage, response: ServerResponse) => void,
  pipelines: Pipelines,
  noted: NotedRequests,
) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    noteRequest(noted, request, response);
    // Until its turn comes, a pipelined response has no socket.
    if (response.socket === null) pipelines.take(request, response);
    else start(request, response);
  };
}

/** Notes a request, before it is answered. */
export function noteRequest(
  { silent, last }: NotedRequests,
  { socket }: IncomingMessage,
  response: ServerResponse,
): void {
  silent.delete(socket);
  // Until its turn comes, a pipelined response has no socket.
  if (response.socket === null) last.set(socket, response);
}

/**
 * The first layer of an application, whatever server it is on: reads where a request is addressed to, makes its target a path, and
 * lets the access log follow.
 *
 * @param refusal answers a request that is addressed nowhere
 * @param serve serves the request; a layer of its own would cost as much as finding the route
 */
export function prepareRequest(
  { accessLog }: ServerContext,
  refusal: Refusal,
  serve: RequestHandler = (_request, _response, next) => {
    next();
  },
): RequestHandler {
  return (request, response, next) => {
    const target = request.url;
    const problem = readTarget(request);
    // Express has noted the scheme and the host of an absolute target already, and would put them before each path.
    if (problem === undefined && request.url !== target) {
      request.app(request, response, next);
      return;
    }
    accessLog?.follow(request, response);
    if (problem === undefined) serve(request, response, next);
    // The client and what is between it and here may take the request for different ones, so the connection ends.
    else sendRefusal(response, 400, refusal(400, problem), { Connection: 'close' });
  };
}

/**
 * Reads where a request is addressed to. The authority of an absolute target stands in the place of the Host header, and only
 * its path is left in the target (RFC 9112 section 3.2.2).
 *
 * @returns why the request is addressed nowhere, in a sentence; undefined when it is not
 */
function readTarget(request: IncomingMessage): string | undefined {
  const problem = readTwoWays(request.rawHeaders);
  if (problem !== undefined) return problem;
  const { url = '/' } = request;
  if (url.startsWith('/')) return undefined;
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  // `*` and names without a scheme are for the routes to refuse.
  if (authority === undefined) return undefined;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  if (authority === '' || authority.includes('@'))
    return 'The target of the request must name a host, and no user';
  request.headers.host = authority;
  return undefined;
}

/**
 * Names what another recipient may read otherwise, in a sentence (RFC 9112 sections 3.2, 5.1 and 6.1). Of several Host lines Node
 * takes the first; a blank before a colon it refuses from 20.19.2 on, and takes for a part of the name before; of transfer codings
 * it undoes the last, chunked, and hands over a body that is still coded.
 */
function readTwoWays(rawHeaders: readonly string[]): string | undefined {
  let hosts = 0;
  let codings = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      codings += 1;
      if (codings > 1 || !isChunkedAlone(rawHeaders[index + 1]))
        return 'The request has a Transfer-Encoding other than chunked';
    }
    if (name.endsWith(' ')) return 'The name of a header ends with a blank';
  }
  return hosts > 1 ? 'The request has more than one Host header' : undefined;
}

function isChunkedAlone(value = ''): boolean {
  return value.trim().toLowerCase() === 'chunked';
}

/** The service has every address except Drydock's own; a browser that opens the root is led on. */
export function serveOrPass(context: ServerContext): RequestHandler {
  return (request, response, next) => {
    const target = request.url;
    const isInternal = target.startsWith(internalPrefix) && /^\/__drydock([/?]|$)/.test(target);
    if (isInternal || (!context.gateway && opensRoot(request))) next();
    else if (context.gateway) context.gateway.handle(request, response);
    else handleRequest(context, request, response);
  };
}

function opensRoot({ url, method, headers }: Request): boolean {
  return url === '/' && method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Reads a request to the service and answers it. */
function handleRequest(context: ServerContext, request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request;
  if (request.method === 'OPTIONS' && isPreflight(headers)) {
    response.writeHead(204, preflightHeaders(headers, context.isKnownHost));
    response.end();
    return;
  }
  if (headers['service-worker'] !== undefined) {
    // It would stand between browsers and this origin; the script could be whatever a scenario answers.
    sendRefusal(response, 403, documentRefusal(context.mock)(403, serviceWorkerRefusal));
    return;
  }
  if (context.memory.isFull) {
    refuseForMemory(context, response, corsFieldsFor(headers, context.isKnownHost));
    return;
  }
  const arrival: Arrival = {
    context,
    response,
    request: {
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      httpVersion: request.httpVersion,
      isSecure: context.origins.isSecure,
      headers,
      body: noBody,
      bodyMs: undefined,
      time: Date.now(),
      elapsed: performance.now(),
    },
    isWhole: false,
    isWaiting: false,
    exchange: undefined,
  };
  const received = (body: RequestBody, isDecoded?: boolean): void => {
    if (body === noRoom) {
      const cors = corsFieldsFor(headers, context.isKnownHost);
      refuseEntered(arrival, () => refuseForMemory(context, response, cors));
      return;
    }
    arrival.request.body = body;
    // In the turn of the head it takes no clock.
    arrival.request.bodyMs = arrival.exchange ? performance.now() - arrival.request.elapsed : 0;
    if (isDecoded) arrival.request.headers = withoutEncoding(headers);
    arrival.isWhole = true;
    answerRequest(arrival);
  };
  readBody(request, maxBodyBytes, received, context.loads);
  if (!arrival.isWhole) answerRequest(arrival);
}

/** Refuses a request for which there is no room (RFC 9110 section 15.6.4), without looking at more of it. */
export function refuseForMemory(
  { mock, memory }: ServerContext,
  response: ServerResponse,
  cors: Readonly<Record<string, string>> = {},
): void {
  memory.refused += 1;
  const sentence = `${memory.fullSentence}: try again later, reset sandboxes, or raise it`;
  const refusal = documentRefusal(mock)(503, sentence);
  sendRefusal(response, 503, refusal, { ...cors, 'Retry-After': '5' });
}

/** Drops the headers that describe a body as it came over the wire: it has been decoded since. */
function withoutEncoding({ 'content-encoding': _, ...others }: IncomingHttpHeaders): IncomingHttpHeaders {
  return others;
}
