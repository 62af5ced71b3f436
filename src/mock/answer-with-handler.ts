import { jsonResponse, jsonTextResponse, plainResponse } from './exchange/response.js';
import type { MockResponse } from './exchange/response.js';
import type { OperationAnswerer } from './served-operation.js';
import type { Handler, HandlerError, HandlerResult } from './service-definition.js';

/** Turns what a handler returns into a response. */
export function answerWithHandler(handler: Handler): OperationAnswerer {
  const serialize = serializer();
  return (call) => {
    const result = handler(call);
    return result instanceof Promise ? result.then(serialize) : serialize(result);
  };
}

/** A handler whose response never changes may return the same object each time: it is serialized once. */
function serializer(): (result: HandlerResult) => MockResponse | HandlerError {
  let latest: HandlerResult | undefined;
  let latestResponse: MockResponse | undefined;
  return (result) => {
    if ('message' in result) return result;
    if ('bodyText' in result) return jsonTextResponse(result.status, result.bodyText);
    if (result.body === undefined) return plainResponse(result.status, {});
    if (result === latest && latestResponse)
      return latestResponse.shared ? latestResponse : (latestResponse = sharing(latestResponse));
    latest = result;
    return (latestResponse = jsonResponse(result.status, result.body));
  };
}

/** All journals share one copy of a body that is sent again and again. */
function sharing(response: MockResponse): MockResponse {
  const { body = '', size } = response;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return { ...response, shared: { bytes, size, lasting: true } };
}
