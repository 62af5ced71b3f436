import { credentialsIn } from '../../secrets/credentials-in.js';
import { isSensitiveName, isSensitiveParameter } from '../../secrets/sensitive-names.js';
import { headerOf } from '../cases/request.js';
import type { RequestParts } from '../cases/request.js';
import type { Exchange } from '../target/exchange.js';

/** How much of a body is searched for secrets: what evidence shows of it, and more. */
const searched = 64 * 1024;
/** `"name": "value"` of JSON, and `name=value` of forms. */
const members = /"([\w.-]{1,64})"\s*:\s*"((?:[^"\\]|\\.){1,4096})"|(?:^|&)([\w.-]{1,64})=([^&\s"]{1,4096})/g;

/** What is secret in an exchange of ordinary traffic, by the names that it has: nobody was told the keys. */
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
  const text = body.subarray(0, searched).toString('utf8');
  return [...text.matchAll(members)].flatMap(([, name, value, field, given]) =>
    isSensitiveName(name ?? field ?? '') ? [value ?? given ?? ''] : [],
  );
}

/** The credential that a request presents in Authorization, without its scheme. */
export function credentialOf(request: RequestParts): string | undefined {
  const value = headerOf(request, 'authorization');
  return value === undefined ? undefined : credentialsIn('Authorization', value)[0];
}
