import { shown } from '../../contract/validation/problem-text.js';
import { errorResponse } from '../exchange/error-response.js';
import type { Exchange } from '../exchange/exchange.js';
import { headerOf } from '../exchange/request.js';
import type { MockResponse } from '../exchange/response.js';
import type { ServedBody } from '../served-operation.js';

/** Bodies larger than this are refused with 413, in bytes (1 MiB). */
export const maxBodyBytes = 1_048_576;

/** 413 for a body that is too large, 415 for one of another media type, charset or encoding than the operation takes. */
export function checkMediaType(exchange: Exchange): MockResponse | undefined {
  const body = exchange.match.kind === 'operation' ? exchange.match.served.body : undefined;
  if (exchange.request.body.tooLarge) {
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
  if (!body) return undefined;
  const problem = mediaTypeProblem(exchange, body);
  return problem === undefined
    ? undefined
    : errorResponse(exchange, 415, 'Unsupported media type', [problem]);
}

function mediaTypeProblem({ request }: Exchange, body: ServedBody): string | undefined {
  const contentType = headerOf(request.headers, 'content-type');
  const empty = request.body.bytes.length === 0;
  // A body that is missing altogether is reported by validation.
  if (empty && (contentType === undefined || !body.required)) return undefined;
  const encoding = headerOf(request.headers, 'content-encoding');
  if (encoding !== undefined && encoding !== 'identity' && !empty) {
    return `Content-Encoding must be identity, got ${shown(encoding)}`;
  }
  if (contentType !== undefined && body.mediaTypes.includes(contentType)) return undefined;
  if (contentType === undefined) return `Content-Type must be ${body.mediaTypes.join(' or ')}, got nothing`;
  const [mediaType = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  if (!body.mediaTypes.some((range) => covers(range, mediaType))) {
    return `Content-Type must be ${body.mediaTypes.join(' or ')}, got ${shown(contentType)}`;
  }
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8' || !body.validateJson)
    return undefined;
  return `The charset must be utf-8, got ${shown(charset)}`;
}

/** Whether a media type range such as `application/*` covers a media type. */
function covers(range: string, mediaType: string): boolean {
  if (range === mediaType || range === '*/*') return true;
  return range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1));
}
