/** Serves a request: its facts are collected in an exchange, which passes the stages until one of them responds. */
import type { Problem } from '../../contract/validation/problem-text.js';
import { StoreUnavailableError } from '../../state/store-unavailable.js';
import type { MaybePromise } from '../../state/state.js';
import { errorResponse, storeUnavailable } from '../exchange/error-response.js';
import type { Exchange } from '../exchange/exchange.js';
import { headerOf, type ReceivedRequest } from '../exchange/request.js';
import { jsonOf, type MockResponse } from '../exchange/response.js';
import { internalPrefix } from '../internal-prefix.js';
import type { Mock } from '../mock.js';
import { noParameters } from '../parameters/parameters.js';
import { followScenario } from '../scenarios/follow-scenario.js';
import type { HandlerError } from '../service-definition.js';
import {
  authenticate,
  checkAddressing,
  checkMediaType,
  findOperation,
  spendQuota,
  validateRequest,
} from './request-checks.js';
import { responseBodyValidator } from '../../contract/contract.js';

const noProblems: readonly Problem[] = [];
const nothingMapped: readonly string[] = [];

/**
 * The exchange of a request before its first stage.
 *
 * @param ownOrigin the origin of absolute URLs where the request's Host can't be used
 */
export function createExchange(mock: Mock, request: ReceivedRequest, ownOrigin: string): Exchange {
  const { method, target, headers } = request;
  mock.contract.validators.patternWork?.begin();
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  return {
    mock,
    method,
    path,
    query,
    request,
    origin: mock.options.publicUrl ?? originOf(request) ?? ownOrigin,
    match: mock.routes.find(method, path, query),
    identity: mock.identify(headers, query),
    entered: undefined,
    delivery: undefined,
    answeredBy: 'refused',
    cors: undefined,
    mapped: nothingMapped,
    parameters: noParameters,
    value: undefined,
    problems: noProblems,
    quota: undefined,
    scenario: undefined,
    dynamic: false,
    preferredStatus: undefined,
    metStatus: undefined,
  };
}

/** The origin that the client used, if its Host can stand in a URL. */
function originOf({ headers: { host }, isSecure }: ReceivedRequest): string | undefined {
  const isPlain =
    typeof host === 'string' && /^([\w.-]{1,253}|\[[\da-fA-F:.]{2,45}\])(:\d{1,5})?$/.test(host);
  return isPlain ? `${isSecure ? 'https' : 'http'}://${host}` : undefined;
}

/** Takes an exchange on: a stage may add to it, and either returns a response or passes the request on. */
type Stage = (exchange: Exchange) => MaybePromise<MockResponse | undefined>;

/** The stages in the order in which they may end a request (docs/decisions.md, order of refusals). */
const stages: readonly Stage[] = [
  checkAddressing,
  followScenario,
  authenticate,
  spendQuota,
  findOperation,
  checkMediaType,
  validateRequest,
  callOperation,
];

/** The first of the stages in which the mock itself answers: those before it hold in front of a real service too. */
export const firstOwnStage = stages.indexOf(authenticate);

/** Writes a line to the terminal. */
export type Log = (line: string) => void;

/**
 * Takes an exchange through the stages until one of them responds. Never throws: a failure becomes a 500 in the document's
 * error shape and a line in the log.
 *
 * @param from index of the first stage to pass
 */
export function passStages(exchange: Exchange, log: Log, from = 0): MaybePromise<MockResponse> {
  for (let index = from; index < stages.length; index += 1) {
    const response = passStage(exchange, log, index);
    if (response instanceof Promise) return continueAfter(response, exchange, log, index + 1);
    if (response) return response;
  }
  return failureResponse(exchange, log, new Error('No stage responded'));
}

/** Takes an exchange through one stage; undefined lets it pass. Never throws and never rejects. */
export function passStage(
  exchange: Exchange,
  log: Log,
  index: number,
): MaybePromise<MockResponse | undefined> {
  try {
    const response = stages[index]?.(exchange);
    if (!(response instanceof Promise)) return response;
    return response.catch((cause: unknown) => failureResponse(exchange, log, cause));
  } catch (cause) {
    return failureResponse(exchange, log, cause);
  }
}

async function continueAfter(
  pending: Promise<MockResponse | undefined>,
  exchange: Exchange,
  log: Log,
  from: number,
): Promise<MockResponse> {
  return (await pending) ?? passStages(exchange, log, from);
}

function failureResponse(exchange: Exchange, log: Log, cause: unknown): MockResponse {
  if (cause instanceof StoreUnavailableError) return storeUnavailable(exchange, cause);
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  log(`Failed to answer ${exchange.method} ${exchange.path}: ${reason}`);
  return errorResponse(exchange, 500, 'Internal server error', [
    'The server could not answer; try again later',
  ]);
}

/** The last stage calls the operation. With --validate-responses it validates the response. */
function callOperation(exchange: Exchange): MaybePromise<MockResponse | undefined> {
  const { match, value, parameters, identity, origin, request, dynamic, preferredStatus } = exchange;
  if (match.kind !== 'operation') return undefined;
  exchange.answeredBy = match.served.answeredBy === 'handler' ? 'operation' : 'document';
  const result = match.served.answer({
    body: value,
    path: parameters.path,
    query: parameters.query,
    sandbox: identity.sandbox,
    assetsUrl: origin + internalPrefix,
    origin,
    target: request.target,
    headers: request.headers,
    bytes: request.body.bytes,
    contentType: headerOf(request.headers, 'content-type'),
    accept: headerOf(request.headers, 'accept'),
    dynamic,
    status: preferredStatus,
  });
  return result instanceof Promise
    ? result.then((late) => responseOf(exchange, late))
    : responseOf(exchange, result);
}

function responseOf(exchange: Exchange, result: MockResponse | HandlerError): MockResponse {
  if ('message' in result) return errorResponse(exchange, result.status, result.message, result.errors);
  return exchange.mock.options.validateResponses ? validatedResponse(exchange, result) : result;
}

/** The response if the document allows it, else a 500 that says how the response breaks the document. */
function validatedResponse(exchange: Exchange, response: MockResponse): MockResponse {
  const { mock, match } = exchange;
  if (match.kind !== 'operation' || !response.isJson) return response;
  const { operation } = match.served;
  const validate = responseBodyValidator(
    mock.contract,
    operation,
    response.status,
    response.headers['Content-Type'],
  );
  const problems = validate ? mock.contract.validators.problems(validate, jsonOf(response), 'response') : [];
  if (problems.length === 0) return response;
  const texts = problems.map(({ text }) => text);
  return errorResponse(exchange, 500, `The response of ${operation.id} breaks the document`, texts);
}
