import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MaybePromise } from '../state/state.js';
import { refusal } from './answers.js';
import { corsHeaders, isPreflight, preflightHeaders } from './cors.js';
import { noParameters } from './exchange.js';
import type { Answer, Exchange, RequestBody, Stage } from './exchange.js';
import type { Mock } from './mock.js';
import { readBody } from './read-body.js';
import { maxBodyBytes } from './stages/check-media-type.js';

/** What the server around the mock gives to each request. */
export interface Surroundings {
  /** The mock that new requests meet; a reload replaces it. */
  readonly mock: () => Mock;
  /** The address to speak of where the request's Host can't be used. */
  readonly ownOrigin: () => string;
  readonly log: (line: string) => void;
}

/**
 * Reads a request, takes it through the stages and sends the answer. Nothing that a request holds makes it throw: a
 * failure inside is a 500 in the document's error shape, with one line in the log.
 */
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
    const exchange = createExchange(surroundings, request, body);
    let answer: MaybePromise<Answer>;
    try {
      answer = passStages(exchange.mock.stages, exchange, 0);
    } catch (cause) {
      answer = failed(surroundings, exchange, cause);
    }
    if (!(answer instanceof Promise)) {
      send(response, exchange, answer);
      return;
    }
    answer
      .catch((cause: unknown) => failed(surroundings, exchange, cause))
      .then((late) => {
        send(response, exchange, late);
      })
      .catch((cause: unknown) => {
        surroundings.log(`Failed to answer ${exchange.method} ${exchange.path}: ${String(cause)}`);
        response.destroy();
      });
  });
}

function createExchange(
  surroundings: Surroundings,
  request: IncomingMessage,
  requestBody: RequestBody,
): Exchange {
  const mock = surroundings.mock();
  const { headers } = request;
  const method = request.method ?? 'GET';
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  const match = mock.routes.find(method, path);
  const identity = mock.identify(headers, query);
  const origin = mock.publicUrl ?? originOf(headers.host) ?? surroundings.ownOrigin();
  return {
    ...{ mock, method, path, query, headers, origin, requestBody, match, identity },
    ...{ parameters: noParameters, value: undefined, problems: [], quota: undefined },
  };
}

/** The origin that the client used, when its Host is plain enough to stand in a URL. */
function originOf(host: string | undefined): string | undefined {
  return host !== undefined && /^([\w.-]{1,253}|\[[\da-fA-F:.]{2,45}\])(:\d{1,5})?$/.test(host)
    ? `http://${host}`
    : undefined;
}

function passStages(stages: readonly Stage[], exchange: Exchange, from: number): MaybePromise<Answer> {
  for (let index = from; index < stages.length; index += 1) {
    const answer = stages[index]?.(exchange);
    if (answer instanceof Promise)
      return answer.then((late) => late ?? passStages(stages, exchange, index + 1));
    if (answer) return answer;
  }
  throw new Error('No stage answered');
}

function failed(surroundings: Surroundings, exchange: Exchange, cause: unknown): Answer {
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  surroundings.log(`Failed to answer ${exchange.method} ${exchange.path}: ${reason}`);
  return refusal(exchange, 500, 'Internal server error', ['The server could not answer; try again later']);
}

function send(response: ServerResponse, exchange: Exchange, answer: Answer): void {
  const { body } = answer;
  response.writeHead(answer.status, {
    ...corsHeaders,
    ...(body ? { 'Content-Length': body.length } : mayHaveBody(answer.status) ? { 'Content-Length': 0 } : {}),
    ...quotaHeaders(exchange),
    ...answer.headers,
  });
  if (body && exchange.method !== 'HEAD') response.end(body);
  else response.end();
}

function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 304;
}

/** The IETF's RateLimit fields (draft-ietf-httpapi-ratelimit-headers). */
function quotaHeaders({ mock, quota }: Exchange): Record<string, string> {
  if (!quota || !mock.quota) return {};
  return {
    RateLimit: `"default";r=${quota.remaining};t=${quota.resetSeconds}`,
    'RateLimit-Policy': `"default";q=${mock.quota.limit};w=${mock.quota.windowSeconds}`,
  };
}
