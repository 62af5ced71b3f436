import { errorResponse } from '../exchange/error-response.js';
import type { Exchange } from '../exchange/exchange.js';
import type { MockResponse } from '../exchange/response.js';
import { mediaTypeProblem } from '../routing/request-body.js';

/** Bodies larger than this are refused with 413, in bytes (1 MiB). */
export const maxBodyBytes = 1_048_576;

/** 413 for a body that is too large, 415 for one of another media type, charset or encoding than the operation takes. */
export function checkMediaType(exchange: Exchange): MockResponse | undefined {
  const { request, match } = exchange;
  const { headers, body: requestBody } = request;
  const body = match.kind === 'operation' ? match.served.body : undefined;
  if (requestBody.tooLarge) {
    return errorResponse(
      exchange,
      413,
      'Request body too large',
      [`body must be at most ${maxBodyBytes} bytes`],
      {
        Connection: 'close',
      },
    );
  }
  const problem = body && mediaTypeProblem(headers, requestBody.bytes.length === 0, body);
  return problem === undefined
    ? undefined
    : errorResponse(exchange, 415, 'Unsupported media type', [problem]);
}
