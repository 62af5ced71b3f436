import { refusal } from '../answers.js';
import type { Answer, Exchange } from '../exchange.js';
import { mediaTypeProblem } from '../routing/request-body.js';

/** Bodies larger than this are refused with 413, in bytes (1 MiB). */
export const maxBodyBytes = 1_048_576;

/** 413 for a body that is too large, 415 for one of another media type, charset or encoding than the operation takes. */
export function checkMediaType(exchange: Exchange): Answer | undefined {
  const { headers, requestBody, match } = exchange;
  const body = match.kind === 'operation' ? match.served.body : undefined;
  if (requestBody.tooLarge) {
    return refusal(exchange, 413, 'Request body too large', [`body must be at most ${maxBodyBytes} bytes`], {
      Connection: 'close',
    });
  }
  const problem = body && mediaTypeProblem(headers, requestBody.bytes.length === 0, body);
  return problem === undefined ? undefined : refusal(exchange, 415, 'Unsupported media type', [problem]);
}
