import type { Contract } from '../../contract/contract.js';
import { follow } from '../../contract/operations.js';
import type { SecurityScheme } from '../../contract/openapi.js';
import type { RequestHeaders } from '../exchange/request.js';
import { cookieText } from '../routing/parameter-styles.js';
import type { ServiceKeys } from '../service-definition.js';
import { missingKey, publicSandbox } from './identity.js';
import type { Identity, IdentityReader, KeyReader } from './identity.js';

type CredentialReader = (headers: RequestHeaders, query: string) => string | undefined;

/**
 * Reads the caller's key from where the document's security schemes put it. Where only known keys are valid it counts there
 * alone; otherwise a bearer token counts too, and any credential of the right form is valid.
 *
 * @param secrets knows all keys but those that state what they are
 */
export function identityReader(
  contract: Contract,
  secrets: KeyReader,
  { onlyKnown = false, limitedScopes = [] }: ServiceKeys = {},
): IdentityReader {
  const { document } = contract;
  const keys = withSandboxKeys(secrets, limitedScopes);
  const schemes = Object.values(document.components?.securitySchemes ?? {});
  const readers = schemes.map((scheme) =>
    credentialReader(follow<SecurityScheme>(document, { pointer: '', value: scheme }).value),
  );
  return (headers, query) => {
    const credential =
      givenCredential(readers, headers, query) ??
      (onlyKnown ? undefined : bearerToken(textOf(headers.authorization)));
    if (credential === undefined) return missingKey;
    const identity = keys.identify(credential);
    return onlyKnown || identity.kind !== 'unknown' ? identity : anybody;
  };
}

/** Keys that state what they are, read and kept here; all others are asked of the ring. */
function withSandboxKeys(secrets: KeyReader, limitedScopes: readonly string[]): Pick<KeyReader, 'identify'> {
  const known = new Map<string, Identity>();
  return {
    identify(key) {
      const before = known.get(key);
      if (before) return before;
      const identity = readSandboxKey(key, limitedScopes);
      if (!identity) return secrets.identify(key);
      // Only keys that are no secrets are kept: the time of a look-up by text could reveal how a secret begins.
      if (known.size >= 10_000) known.clear();
      known.set(key, identity);
      return identity;
    },
  };
}

const anybody: Identity = { kind: 'valid', sandbox: publicSandbox, scopes: undefined, scenario: undefined };

function givenCredential(readers: readonly CredentialReader[], headers: RequestHeaders, query: string) {
  for (const read of readers) {
    const credential = read(headers, query);
    if (credential !== undefined && credential !== '') return credential;
  }
  return undefined;
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
  if (scheme.type === 'apiKey' && scheme.in === 'cookie') return (headers) => cookieText(headers, name);
  if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic')
    return (headers) => basicUser(textOf(headers.authorization));
  return (headers) => bearerToken(textOf(headers.authorization));
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** The user name of `Basic …`, which carries the key (RFC 7617). */
function basicUser(authorization: string | undefined): string | undefined {
  const [, encoded] = /^basic +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes).split(':', 1)[0];
  } catch {
    return undefined;
  }
}

const sandboxKey = /^dk_(test|limited|expired)_([A-Za-z0-9._-]{1,64})(?:~(\S{1,256}))?$/;

/**
 * Reads `dk_test_NAME`, `dk_limited_NAME` and `dk_expired_NAME`, each with or without `~SCENARIO`. These keys state
 * what they are, and are no secrets.
 *
 * @param limitedScopes the scopes of a limited key
 * @returns undefined for any other key
 */
function readSandboxKey(key: string, limitedScopes: readonly string[]): Identity | undefined {
  const [, kind, sandbox, scenario] = sandboxKey.exec(key) ?? [];
  if (kind === undefined || sandbox === undefined) return undefined;
  if (kind === 'expired') return { kind: 'expired', sandbox, scenario };
  return { kind: 'valid', sandbox, scopes: kind === 'limited' ? limitedScopes : undefined, scenario };
}

/** Whether a key states itself what it is, and so is no secret. */
export function isSandboxKey(key: string): boolean {
  return sandboxKey.test(key);
}
