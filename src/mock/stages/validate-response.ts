import { responseBodyValidator } from '../../contract/contract.js';
import { errorResponse } from '../exchange/error-response.js';
import type { Exchange } from '../exchange/exchange.js';
import { jsonOf } from '../exchange/response.js';
import type { MockResponse } from '../exchange/response.js';

/** The response if the document allows it, else a 500 that says how the response breaks the document. */
export function validatedResponse(exchange: Exchange, response: MockResponse): MockResponse {
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
