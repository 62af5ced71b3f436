import { credentialsIn } from '../../secrets/credentials-in.js';
import { sensitiveMembers, isSensitiveName, isSensitiveParameter } from '../../secrets/sensitive-names.js';
import { requestHeader, type RequestParts } from '../cases/request.js';
import type { Exchange } from '../target/exchange.js';

/** Bytes of a body that are searched for secrets: all that evidence shows, and more. */
const searched = 64 * 1024;
/** The secrets in an exchange of ordinary traffic, found by their names: the keys are unknown here. */
export function secretsIn({ request, outcome }: Exchange): string[] {
  const received = outcome.kind === 'response' ? outcome : undefined;
  const headers = [...Object.entries(request.headers), ...(received?.headers ?? [])];
  return [
    ...headers.flatMap(([name, value]) => (isSensitiveName(name) ? credentialsIn(name, value) : [])),
    ...[...new URLSearchParams(request.path.split('?', 2)[1] ?? '')].flatMap(([name, value]) =>
      isSensitiveParameter(name) ? [value] : [],
    ),
    ...secretMembers(request.body),
    ...secretMembers(received?.body),
  ];
}

function secretMembers(body: Buffer | undefined): string[] {
  if (body === undefined || body.length === 0) return [];
  return sensitiveMembers(body.subarray(0, searched).toString('utf8')).map(({ value }) => value);
}

/** The credential that a request presents in Authorization, without its scheme. */
export function credentialOf(request: RequestParts): string | undefined {
  const value = requestHeader(request, 'authorization');
  return value === undefined ? undefined : credentialsIn('Authorization', value)[0];
}
