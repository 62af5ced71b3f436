/**
 * Identifies the caller and the sandbox: a key is read from where a security scheme of the document has it, in that scheme's
 * form, and then identified; where it names no sandbox, a header may.
 */
import type { OpenApiDocument, SecurityScheme } from '../../contract/openapi.js';
import { follow } from '../../contract/operations.js';
import type { RequestHeaders } from '../exchange/request.js';
import { cookieText } from '../parameters/parameter-styles.js';
import type { ServiceKeys } from '../service-definition.js';
import { missingKey, publicSandbox, type Identity, type IdentityReader, type KeyReader } from './identity.js';
import { isSandboxKey, readSandboxKey } from './sandbox-key.js';

/** Identifies the holder of a key. */
export type KeyCheck = (key: string) => Identity;

/**
 * Identifies keys. Where not only known keys are valid, any credential is.
 *
 * @param secrets knows all keys but those that state what they are
 */
export function keyCheck(
  secrets: KeyReader,
  { onlyKnown = false, limitedScopes = [] }: ServiceKeys,
): KeyCheck {
  const known = new Map<string, Identity>();
  return (key) => {
    const before = known.get(key);
    if (before) return before;
    const stated = readSandboxKey(key, limitedScopes);
    if (!stated) {
      const identity = secrets.identify(key);
      return onlyKnown || identity.kind !== 'unknown' ? identity : anybody;
    }
    // Only keys that are no secrets are kept: the time of a look-up by text could reveal how a secret begins.
    if (known.size >= 10_000) known.clear();
    known.set(key, stated);
    return stated;
  };
}

const anybody: Identity = { kind: 'valid', sandbox: publicSandbox, scopes: undefined, scenario: undefined };

/**
 * Reads who calls, and with that the sandbox, from any of the document's security schemes; a key that names a sandbox wins over
 * the header X-Mock-Sandbox. Where the document has nothing to do with keys, a bearer token names the sandbox.
 */
export function identityReader(
  schemes: Iterable<SchemeReader>,
  check: KeyCheck,
  { onlyKnown = false }: ServiceKeys,
): IdentityReader {
  const own = [...schemes];
  const readers = onlyKnown || own.includes(bearer) ? own : [...own, bearer];
  return (headers, query) => {
    let first: Identity | undefined;
    for (const { read } of readers) {
      const credential = read(headers, query);
      if (credential === undefined) continue;
      const identity = check(credential);
      if (identity.sandbox !== publicSandbox) return identity;
      first ??= identity;
    }
    return inNamedSandbox(first ?? missingKey, headers);
  };
}

/** The credential of a scheme in a request; undefined where there is none of the right form. */
export type CredentialReader = (headers: RequestHeaders, query: string) => string | undefined;

/** One security scheme, which has the caller's key in its own place and form (OpenAPI 3.1, Security Scheme Object). */
export interface SchemeReader {
  readonly read: CredentialReader;
  /** The scheme in WWW-Authenticate (RFC 9110 section 11.6.1). */
  readonly challenge: string;
  /** The requirement on a request, half a sentence. */
  readonly wanted: string;
  /** A header line with a key; undefined where a query parameter carries it. */
  readonly header?: (key: string) => string;
  readonly queryName?: string;
}

/** By the names of the schemes; without those that a request doesn't show, such as mutual TLS. */
export function schemeReaders(document: OpenApiDocument): ReadonlyMap<string, SchemeReader> {
  const readers = new Map<string, SchemeReader>();
  for (const [name, value] of Object.entries(document.components?.securitySchemes ?? {})) {
    const reader = readerOf(follow<SecurityScheme>(document, { pointer: '', value }).value);
    if (reader) readers.set(name, reader);
  }
  return readers;
}

function readerOf(scheme: SecurityScheme): SchemeReader | undefined {
  if (scheme.type === 'mutualTLS') return undefined;
  if (scheme.type === 'apiKey') return keyReader(scheme);
  const name = scheme.type === 'http' ? (scheme.scheme ?? 'bearer') : 'bearer';
  if (/^bearer$/i.test(name)) return bearer;
  if (/^basic$/i.test(name)) return basic;
  return {
    read: (headers) => authorizationOf(headers, name),
    challenge: name,
    wanted: `the Authorization header must be ${name} followed by a credential`,
    header: (key) => `Authorization: ${name} ${key}`,
  };
}

export const bearer: SchemeReader = {
  read: (headers) => bearerToken(textOf(headers.authorization)),
  challenge: 'Bearer',
  wanted: 'the Authorization header must be Bearer followed by a key',
  header: (key) => `Authorization: Bearer ${key}`,
};

const basic: SchemeReader = {
  read: (headers) => basicKey(authorizationOf(headers, 'basic')),
  challenge: 'Basic realm="mock"',
  wanted: 'the Authorization header must be Basic followed by user:password in Base64',
  header: (key) => `Authorization: Basic ${btoa(`${key}:`)}`,
};

function keyReader({ in: place, name = '' }: SecurityScheme): SchemeReader {
  const challenge = 'ApiKey';
  if (place === 'query')
    return {
      read: (_, query) => given(new URLSearchParams(query).get(name)),
      ...{ challenge, wanted: `the query parameter ${name} must be a key`, queryName: name },
    };
  if (place === 'cookie')
    return {
      read: (headers) => given(cookieText(headers, name)),
      ...{ challenge, wanted: `the cookie ${name} must be a key` },
      header: (key) => `Cookie: ${name}=${key}`,
    };
  const header = name.toLowerCase();
  return {
    read: (headers) => (header === 'authorization' ? plainKey : given)(textOf(headers[header])),
    ...{ challenge, wanted: `the header ${name} must be a key` },
    header: (key) => `${name}: ${key}`,
  };
}

/** An empty text is no credential. */
function given(text: string | null | undefined): string | undefined {
  return text === '' || text === null ? undefined : text;
}

/** Some documents describe `Authorization: Token KEY` as a key in a header. */
function plainKey(text: string | undefined): string | undefined {
  const last = text?.slice(text.lastIndexOf(' ') + 1) ?? '';
  return isSandboxKey(last) ? last : given(text);
}

/** The token of `Bearer TOKEN` (RFC 6750 section 2.1; the scheme's case is free, RFC 9110 section 11.1). */
function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  if (!authorization.startsWith('Bearer ') && !/^bearer /i.test(authorization)) return undefined;
  const token = authorization.slice('Bearer '.length);
  return token === '' || token.includes(' ') ? undefined : token;
}

function authorizationOf(headers: RequestHeaders, scheme: string): string | undefined {
  const text = textOf(headers.authorization) ?? '';
  const space = text.indexOf(' ');
  if (space === -1 || text.slice(0, space).toLowerCase() !== scheme.toLowerCase()) return undefined;
  return text.slice(space + 1).trim() || undefined;
}

/** The user name of `user:password` in Base64 (RFC 7617), or the password where that is Drydock's key or there is no user. */
function basicKey(encoded: string | undefined): string | undefined {
  if (encoded === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    const [, user = '', password = ''] = /^([^:]*):(.*)$/s.exec(new TextDecoder().decode(bytes)) ?? [];
    return (isSandboxKey(password) ? password : user || password) || undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Names the sandbox of a request whose key names none. */
export const sandboxHeader = 'X-Mock-Sandbox';

const lowerCaseName = 'x-mock-sandbox';
const sandboxName = /^[A-Za-z0-9._-]{1,64}$/;

/** The same caller in the sandbox that the header names, if it names one. */
export function inNamedSandbox(identity: Identity, headers: RequestHeaders): Identity {
  const name = headers[lowerCaseName];
  return typeof name === 'string' && sandboxName.test(name) ? { ...identity, sandbox: name } : identity;
}

/** Says in one sentence what is wrong with the header; undefined if it is absent or names a sandbox. */
export function sandboxHeaderProblem(headers: RequestHeaders): string | undefined {
  const name = headers[lowerCaseName];
  if (name === undefined || (typeof name === 'string' && sandboxName.test(name))) return undefined;
  return `${sandboxHeader} must be 1 to 64 of the characters A-Z a-z 0-9 . _ -`;
}
