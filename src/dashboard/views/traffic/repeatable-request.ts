import type { Body, Exchange } from '../../control/control-types.js';
import { serviceAddress } from '../../control/service-address.js';
import type { SentRequest } from '../../parts/curl-command.js';

/** Headers that belong to one connection, or that a client writes by itself. */
const notRepeated =
  /^(host|connection|content-length|transfer-encoding|keep-alive|accept-encoding|authorization|user-agent|origin|referer|upgrade-insecure-requests|sec-.*|cookie|dnt|expect|te|trailer|upgrade)$/i;

/**
 * A recorded request in a form that can be sent again, to the service of this mock. The journal has no keys, so it gets
 * the sandbox's public key.
 */
export function repeatable({ request }: Exchange, sandbox: string): SentRequest {
  const body = bodyText(request.body);
  return {
    method: request.method,
    url: serviceAddress + request.path + (request.query === '' ? '' : `?${request.query}`),
    headers: [
      keyHeader(request, `dk_test_${sandbox}`),
      ...Object.entries(request.headers).filter(
        ([name]) => !notRepeated.test(name) && name !== keyHeaderName(request),
      ),
    ],
    body: body === '' ? undefined : body,
  };
}

/** The header with a key, where the kept request had one. */
export function keyHeader(request: Exchange['request'], key: string): readonly [string, string] {
  const name = keyHeaderName(request);
  return name === undefined ? ['Authorization', `Bearer ${key}`] : [name, key];
}

/** A header that the journal shows by its first characters only, beside the usual one. */
function keyHeaderName({ headers }: Exchange['request']): string | undefined {
  return Object.keys(headers).find((name) => !notRepeated.test(name) && headers[name]?.endsWith('…'));
}

/** A body as text: JSON set out in lines. */
export function bodyText(body: Body): string {
  if ('json' in body) return JSON.stringify(body.json, null, 2);
  return body.text ?? '';
}
