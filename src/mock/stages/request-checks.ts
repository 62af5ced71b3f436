/** The stages that refuse a request, each for one reason, in the order in which they are passed. */
import { fromPointer } from '../../contract/json-pointer.js';
import { responseFor } from '../../contract/operations.js';
import { isInvalid422 } from '../../contract/prose/stated-statuses.js';
import { shown, type Problem } from '../../contract/validation/problem-text.js';
import type { MaybePromise, QuotaSpent } from '../../state/state.js';
import { errorResponse, quotaSpent } from '../exchange/error-response.js';
import type { Exchange } from '../exchange/exchange.js';
import type { RefusedAccess } from '../identity/access.js';
import { sandboxHeaderProblem } from '../identity/identity-reader.js';
import { headerOf, mediaTypeProblem, readAcceptedBody, type ReadBody } from '../exchange/request.js';
import { plainResponse, type MockResponse } from '../exchange/response.js';

/** 400 without a Host header in HTTP/1.1 (RFC 9112 section 3.2), and for an X-Mock-Sandbox header that names no sandbox. */
export function checkAddressing(exchange: Exchange): MockResponse | undefined {
  const { headers, httpVersion } = exchange.request;
  const problem =
    headers.host === undefined && httpVersion === '1.1'
      ? 'The Host header is required in HTTP/1.1'
      : sandboxHeaderProblem(headers);
  if (problem === undefined) return undefined;
  return errorResponse(exchange, 400, 'The request is not valid', [problem]);
}

/** 401 without a valid key, then 403 for a key without the needed scope. Specification 5. */
export function authenticate(exchange: Exchange): MockResponse | undefined {
  const { identity, match, method, mock, query, request } = exchange;
  if (mock.identityDecides && identity.kind === 'valid' && identity.scopes === undefined) return undefined;
  const isKnown = match.kind === 'operation';
  const security = isKnown ? match.served.operation.security : (mock.contract.document.security ?? []);
  const readsOnly = isKnown && (method === 'GET' || method === 'HEAD');
  const access = mock.accessTo({ security, headers: request.headers, query, readsOnly });
  if (access.kind === 'granted') return undefined;
  return access.kind === 'forbidden' ? forbidden(exchange) : unauthorized(exchange, access);
}

function unauthorized(exchange: Exchange, { reason, schemes }: RefusedAccess): MockResponse {
  const details = {
    missing: ['', schemes.map(({ wanted }) => wanted).join(', or ')],
    unknown: [' error="invalid_token"', 'the key is not known'],
    expired: [' error="invalid_token", error_description="The key has expired"', 'the key has expired'],
  } as const;
  const [parameters, why] = details[reason];
  const challenges = new Set(schemes.map(({ challenge }) => challenge));
  return errorResponse(exchange, 401, 'Invalid API key', [`Authentication failed: ${why}`], {
    'WWW-Authenticate': [...challenges]
      .map((challenge) => challenge + (challenge.includes(' ') ? '' : parameters))
      .join(', '),
  });
}

function forbidden(exchange: Exchange): MockResponse {
  return errorResponse(exchange, 403, 'Insufficient permissions', ['This key may not use this operation']);
}

/** Counts the request against its sandbox's quota; 429 with the wait when the quota is spent. Specification 7 rule 3 and 8. */
export function spendQuota(exchange: Exchange): MaybePromise<MockResponse | undefined> {
  const { quota, state } = exchange.mock;
  if (!quota) return undefined;
  const spent = state.quota.spend(exchange.identity.sandbox, quota);
  return spent instanceof Promise
    ? spent.then((late) => afterSpending(exchange, late))
    : afterSpending(exchange, spent);
}

function afterSpending(exchange: Exchange, spent: QuotaSpent): MockResponse | undefined {
  exchange.quota = spent;
  return spent.allowed ? undefined : quotaSpent(exchange, spent.resetSeconds);
}

/** 404 where the path is unknown, 405 with Allow where it has no such method; OPTIONS lists the methods. */
export function findOperation(exchange: Exchange): MockResponse | undefined {
  const { match, method, path } = exchange;
  if (match.kind === 'operation') return undefined;
  if (match.kind === 'unknown-path')
    return errorResponse(exchange, 404, 'Resource not found', [`No resource has the path ${shown(path)}`]);
  const allowed = match.allowed.join(', ');
  if (method === 'OPTIONS') return plainResponse(204, { Allow: allowed });
  const error = `${method} is not allowed here; allowed: ${allowed}`;
  return errorResponse(exchange, 405, 'Method not allowed', [error], { Allow: allowed });
}

/** Bodies larger than this are refused with 413, in bytes (1 MiB). */
export const maxBodyBytes = 1_048_576;

/** 413 for a body that is too large, 415 for one of another media type, charset or encoding than the operation takes. */
export function checkMediaType(exchange: Exchange): MockResponse | undefined {
  const { request, match } = exchange;
  const { headers, body: requestBody } = request;
  const body = match.kind === 'operation' ? match.served.body : undefined;
  if (requestBody.tooLarge) {
    const error = `body must be at most ${maxBodyBytes} bytes`;
    return errorResponse(exchange, 413, 'Request body too large', [error], { Connection: 'close' });
  }
  const problem = body && mediaTypeProblem(headers, requestBody.bytes.length === 0, body);
  return problem === undefined
    ? undefined
    : errorResponse(exchange, 415, 'Unsupported media type', [problem]);
}

/** 400 with one string for each problem of parameters and body, all of them. Specification 4.2 rule 1 and 7 rule 2. */
export function validateRequest(exchange: Exchange): MaybePromise<MockResponse | undefined> {
  if (exchange.match.kind !== 'operation') return undefined;
  const { served, pathParameters } = exchange.match;
  const { request, query } = exchange;
  const { headers, body } = request;
  let problems: readonly Problem[] = [];
  if (served.readParameters) {
    const read = served.readParameters({ headers, query }, pathParameters);
    exchange.parameters = read.parameters;
    problems = read.problems;
  }
  if (!served.body) return refusalOfParameters(exchange, problems);
  const read = readAcceptedBody(served.body, headerOf(headers, 'content-type'), body.bytes);
  return read instanceof Promise
    ? read.then((late) => checkedBody(exchange, problems, late))
    : checkedBody(exchange, problems, read);
}

function checkedBody(
  exchange: Exchange,
  problems: readonly Problem[],
  body: ReadBody,
): MockResponse | undefined {
  if ('malformed' in body) {
    const malformed = { pointer: '', text: body.malformed };
    const message = `The request body is not valid ${body.expected}`;
    return refusal(exchange, problems, [malformed], message);
  }
  exchange.value = body.value;
  if (body.problems.length === 0) return refusalOfParameters(exchange, problems);
  const { match } = exchange;
  const isOfBody = problems.length === 0 && match.kind === 'operation';
  const status = isOfBody && isInvalid422(match.served.operation) ? 422 : 400;
  return refusal(exchange, problems, body.problems, 'The request is not valid', status);
}

/** The documented 428 where only the condition of a change is missing, and 404 for what no path names, where the document has no status for an invalid request. */
function refusalOfParameters(exchange: Exchange, problems: readonly Problem[]): MockResponse | undefined {
  if (problems.length === 0) return undefined;
  const operation = exchange.match.kind === 'operation' ? exchange.match.served.operation : undefined;
  const has = (status: number) => operation && responseFor(operation, status) !== undefined;
  const isUnconditional =
    exchange.request.headers['if-match'] === undefined && areIn(problems, /^\/header\/if-match$/i);
  if (isUnconditional && operation?.responses.has('428') === true)
    return refusal(exchange, problems, [], 'The request has no condition', 428);
  const isNowhere = areIn(problems, /^\/path\//) && has(404) && !has(400) && !has(422);
  return isNowhere ? refusal(exchange, problems, [], 'Resource not found', 404) : refusal(exchange, problems);
}

function areIn(problems: readonly Problem[], place: RegExp): boolean {
  return problems.every(({ pointer }) => place.test(pointer));
}

/** @param ofParameters their pointers begin with the location */
function refusal(
  exchange: Exchange,
  ofParameters: readonly Problem[],
  ofBody: readonly Problem[] = [],
  message = 'The request is not valid',
  status = 400,
): MockResponse | undefined {
  const problems = [...ofParameters, ...ofBody];
  if (problems.length === 0) return undefined;
  exchange.problems = problems;
  const errors = problems.map(({ text }) => text);
  const places = [
    ...ofParameters.map(({ pointer }) => ({ location: fromPointer(pointer)[0] ?? '', pointer })),
    ...ofBody.map(({ pointer }) => ({ location: 'body', pointer })),
  ];
  return errorResponse(exchange, status, message, errors, undefined, places);
}
