import { isJsonMediaType } from '../../contract/operations.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import { errorResponse } from '../exchange/error-response.js';
import type { Exchange } from '../exchange/exchange.js';
import { headerOf } from '../exchange/request.js';
import type { MockResponse } from '../exchange/response.js';
import { parseJsonBody } from '../routing/json-body.js';
import type { ServedBody } from '../served-operation.js';

/** 400 with one string for each problem of parameters and body, all of them. Specification 4.2 rule 1 and 7 rule 2. */
export function validateRequest(exchange: Exchange): MockResponse | undefined {
  if (exchange.match.kind !== 'operation') return undefined;
  const { served, pathParameters } = exchange.match;
  let problems: readonly Problem[] = [];
  if (served.readParameters) {
    const read = served.readParameters(
      { headers: exchange.request.headers, query: exchange.query },
      pathParameters,
    );
    exchange.parameters = read.parameters;
    problems = read.problems;
  }
  if (served.body) {
    const found = readJson(exchange, served.body);
    if (typeof found === 'string') {
      exchange.problems = [...problems, { pointer: '', text: found }];
      const malformed = exchange.request.body.bytes.length > 0;
      return refuse(exchange, malformed ? 'The request body is not valid JSON' : 'The request is not valid');
    }
    if (found.length > 0) problems = [...problems, ...found];
  }
  if (problems.length === 0) return undefined;
  exchange.problems = problems;
  return refuse(exchange, 'The request is not valid');
}

function refuse(exchange: Exchange, message: string): MockResponse {
  return errorResponse(
    exchange,
    400,
    message,
    exchange.problems.map(({ text }) => text),
  );
}

/** Parses and checks the body; the problems of its value, or one sentence when it is no JSON at all. */
function readJson(exchange: Exchange, body: ServedBody): readonly Problem[] | string {
  const { request, mock } = exchange;
  const { bytes } = request.body;
  if (bytes.length === 0) return body.required ? [missingBody] : [];
  if (!body.validateJson || !isJsonMediaType(headerOf(request.headers, 'content-type') ?? '')) return [];
  const parsed = parseJsonBody(bytes);
  if ('problem' in parsed) return parsed.problem;
  exchange.value = parsed.value;
  if (body.validateJson(parsed.value)) return [];
  return mock.contract.validators.problems(body.validateJson, parsed.value, 'body');
}

const missingBody: Problem = { pointer: '', text: 'body is required, got nothing' };
