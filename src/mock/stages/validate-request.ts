import type { Problem } from '../../contract/validation/problem-text.js';
import type { MaybePromise } from '../../state/state.js';
import { errorResponse } from '../exchange/error-response.js';
import type { Exchange } from '../exchange/exchange.js';
import { headerOf } from '../exchange/request.js';
import type { MockResponse } from '../exchange/response.js';
import { readJsonBody } from '../routing/request-body.js';
import type { ReadBody } from '../routing/request-body.js';

/** 400 with one string for each problem of parameters and body, all of them. Specification 4.2 rule 1 and 7 rule 2. */
export function validateRequest(exchange: Exchange): MaybePromise<MockResponse | undefined> {
  if (exchange.match.kind !== 'operation') return undefined;
  const { served, pathParameters } = exchange.match;
  const { request, query, mock } = exchange;
  const { headers, body } = request;
  let problems: readonly Problem[] = [];
  if (served.readParameters) {
    const read = served.readParameters({ headers, query }, pathParameters);
    exchange.parameters = read.parameters;
    problems = read.problems;
  }
  if (!served.body) return verdict(exchange, problems);
  const read = readJsonBody(mock.contract, served.body, headerOf(headers, 'content-type'), body.bytes);
  return read instanceof Promise
    ? read.then((late) => bodyVerdict(exchange, problems, late))
    : bodyVerdict(exchange, problems, read);
}

function bodyVerdict(
  exchange: Exchange,
  problems: readonly Problem[],
  body: ReadBody,
): MockResponse | undefined {
  if ('malformed' in body) {
    const malformed = { pointer: '', text: body.malformed };
    return verdict(exchange, [...problems, malformed], 'The request body is not valid JSON');
  }
  exchange.value = body.value;
  return verdict(exchange, body.problems.length === 0 ? problems : [...problems, ...body.problems]);
}

function verdict(
  exchange: Exchange,
  problems: readonly Problem[],
  message = 'The request is not valid',
): MockResponse | undefined {
  if (problems.length === 0) return undefined;
  exchange.problems = problems;
  const errors = problems.map(({ text }) => text);
  return errorResponse(exchange, 400, message, errors);
}
