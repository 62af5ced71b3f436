import { responseBodyValidator } from '../../contract/contract.js';
import type { MaybePromise } from '../../state/state.js';
import { errorResponse } from '../exchange/error-response.js';
import type { Exchange } from '../exchange/exchange.js';
import { headerOf } from '../exchange/request.js';
import { jsonOf } from '../exchange/response.js';
import type { MockResponse } from '../exchange/response.js';
import { internalPrefix } from '../internal-prefix.js';
import type { HandlerError } from '../service-definition.js';

/** The last stage: the operation answers. With --validate-responses its response is validated. */
export function answerOperation(exchange: Exchange): MaybePromise<MockResponse | undefined> {
  const { match, value, parameters, identity, origin, request, dynamic } = exchange;
  if (match.kind !== 'operation') return undefined;
  const result = match.served.answer({
    body: value,
    path: parameters.path,
    query: parameters.query,
    sandbox: identity.sandbox,
    assetsUrl: origin + internalPrefix,
    accept: headerOf(request.headers, 'accept'),
    dynamic,
  });
  return result instanceof Promise
    ? result.then((late) => responseOf(exchange, late))
    : responseOf(exchange, result);
}

function responseOf(exchange: Exchange, result: MockResponse | HandlerError): MockResponse {
  if ('message' in result) return errorResponse(exchange, result.status, result.message, result.errors);
  return exchange.mock.validateResponses ? validated(exchange, result) : result;
}

function validated(exchange: Exchange, response: MockResponse): MockResponse {
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
