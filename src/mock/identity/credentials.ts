import type { IncomingHttpHeaders } from 'node:http';
import type { Contract } from '../../contract/contract.js';
import { follow } from '../../contract/operations.js';
import type { SecurityScheme } from '../../contract/openapi.js';
import { missingKey, publicSandbox } from './keys.js';
import type { Identity, KeyRing } from './keys.js';

/** Finds out from a request who is calling. */
export type IdentityReader = (headers: IncomingHttpHeaders, query: string) => Identity;

type CredentialReader = (headers: IncomingHttpHeaders, query: string) => string | undefined;

/**
 * Reads the caller's key from where the document's security schemes put it. In a document with strict keys only keys of
 * the key ring are valid; in any other, a credential of the right form is, and the table's keys keep their meaning.
 */
export function identityReader(contract: Contract, keys: KeyRing): IdentityReader {
  if (contract.strictKeys) return (headers) => strictIdentity(keys, headers.authorization);
  const { document } = contract;
  const schemes = Object.values(document.components?.securitySchemes ?? {});
  const readers = schemes.map((scheme) =>
    credentialReader(follow<SecurityScheme>(document, { pointer: '', value: scheme }).value),
  );
  return (headers, query) => {
    for (const read of readers) {
      const credential = read(headers, query);
      if (credential !== undefined && credential !== '') return lenientIdentity(keys, credential);
    }
    return lenientIdentity(keys, bearerToken(headers.authorization));
  };
}

function strictIdentity(keys: KeyRing, authorization: string | undefined): Identity {
  const token = bearerToken(authorization);
  return token === undefined ? missingKey : keys.identify(token);
}

function lenientIdentity(keys: KeyRing, credential: string | undefined): Identity {
  if (credential === undefined) return missingKey;
  const identity = keys.identify(credential);
  if (identity.kind !== 'unknown') return identity;
  return { kind: 'valid', sandbox: publicSandbox, scopes: undefined, scenario: undefined };
}

/** The token of `Bearer TOKEN` (RFC 6750 section 2.1; the scheme's case is free, RFC 9110 section 11.1). */
function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  if (!authorization.startsWith('Bearer ') && !/^bearer /i.test(authorization)) return undefined;
  const token = authorization.slice('Bearer '.length);
  return token === '' || token.includes(' ') ? undefined : token;
}

function credentialReader(scheme: SecurityScheme): CredentialReader {
  const name = scheme.name ?? '';
  if (scheme.type === 'apiKey' && scheme.in === 'header')
    return (headers) => textOf(headers[name.toLowerCase()]);
  if (scheme.type === 'apiKey' && scheme.in === 'query')
    return (_, query) => new URLSearchParams(query).get(name) ?? undefined;
  if (scheme.type === 'apiKey' && scheme.in === 'cookie') return (headers) => cookie(headers.cookie, name);
  if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic')
    return (headers) => basicUser(headers.authorization);
  return (headers) => bearerToken(headers.authorization);
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function cookie(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The user name of `Basic …`, which carries the key (RFC 7617). */
function basicUser(authorization: string | undefined): string | undefined {
  const [, encoded] = /^basic +(\S+)$/i.exec(authorization ?? '') ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0];
}
