import type { Body, Exchange } from '../../control/control-types.js';
import { serviceAddress } from '../../control/control-api.js';
import type { SentRequest } from '../../parts/code/request-code.js';

/** Headers that belong to one connection, or that a client writes by itself. */
const notRepeated =
  /^(host|connection|content-length|transfer-encoding|keep-alive|accept-encoding|user-agent|origin|referer|upgrade-insecure-requests|sec-.*|cookie|dnt|expect|te|trailer|upgrade)$/i;

/** The environment variable for a key that the journal stores only in part. */
export const keyVariable = 'DRYDOCK_KEY';

/** A recorded request in a form that can be sent again, to the service of this mock. */
export function repeatable({ request }: Pick<Exchange, 'request'>): SentRequest {
  const key = keyHeader(request);
  const secret = key?.isWhole === false ? key : undefined;
  const whole = Object.entries(request.headers).filter(
    ([name]) => !notRepeated.test(name) && name !== secret?.name,
  );
  return {
    method: request.method,
    url: serviceAddress + request.path + (request.query === '' ? '' : `?${request.query}`),
    headers: secret ? [...whole, [secret.name, secret.start, keyVariable]] : whole,
    body: bodyText(request.body),
  };
}

/**
 * The header in which a request has its key, split before the key; undefined where it has none. Of a secret key the journal has
 * the beginning alone: it is not whole.
 */
export function keyHeader({ headers }: Pick<Exchange['request'], 'headers'>) {
  const repeated = Object.entries(headers).filter(([name]) => !notRepeated.test(name));
  const found =
    repeated.find(([name]) => name.toLowerCase() === 'authorization') ??
    repeated.find(([, value]) => isCut(value) || /(^| )dk_(test|limited|expired)_\S+$/.test(value));
  if (!found) return undefined;
  const [name, value] = found;
  const key = value.slice(value.lastIndexOf(' ') + 1);
  return { name, start: value.slice(0, value.length - key.length), key, isWhole: !isCut(value) };
}

function isCut(value: string): boolean {
  return value.endsWith('…');
}

/** The reasons why a recorded request can't be sent again as it was: a sentence for each part that the journal doesn't have. */
export function missingParts({ request }: Pick<Exchange, 'request'>): string[] {
  const sentences: string[] = [];
  const key = keyHeader(request);
  if (key?.isWhole === false)
    sentences.push(
      `The journal has only the beginning of the key (${key.key}): the command reads it from $${keyVariable}.`,
    );
  if (request.query.includes('…'))
    sentences.push('The journal has only the beginning of a key in the query: put it in yourself.');
  if (request.body.truncated)
    sentences.push('Only the beginning of the body was kept, so the same request can’t be sent again.');
  else if (request.body.note !== undefined)
    sentences.push('Some bytes of the body are no UTF-8, so the same request can’t be sent again.');
  return sentences;
}

/** A body as text: JSON set out in lines, unless it would be other JSON then. */
export function bodyText({ text, ...body }: Body): string {
  return text ?? ('json' in body ? JSON.stringify(body.json, null, 2) : '');
}
