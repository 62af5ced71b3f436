import type { Contract } from '../contract/contract.js';
import { follow } from '../contract/operations.js';
import type { SecurityScheme } from '../contract/openapi.js';
import { authenticationScheme } from '../secrets/credentials-in.js';
import type { RequestHeaders } from './journal-entry.js';

/** Names of the headers, cookies and parameters that carry credentials; a journal shows only the first characters of secret ones. */
export interface CredentialNames {
  /** Names of headers, in lower case. */
  readonly headers: ReadonlySet<string>;
  /** Names of query parameters. */
  readonly query: ReadonlySet<string>;
  /** True if a credential states itself what it is, and is no secret; default: none does. */
  readonly isPublic?: (credential: string) => boolean;
}

/** Names that HTTP itself uses for credentials (RFC 9110 section 11, RFC 6265), and those where clients put them by mistake. */
export const usualCredentials: CredentialNames = {
  headers: new Set([
    ...['authorization', 'proxy-authorization', 'cookie'],
    ...['x-api-key', 'api-key', 'apikey', 'x-auth-token', 'x-access-token'],
  ]),
  query: new Set(['api_key', 'apikey', 'api-key', 'key', 'token', 'access_token', 'authorization']),
};

/** The usual headers, and those and the query parameters that the document's security schemes name. */
export function credentialNames({ document }: Pick<Contract, 'document'>): CredentialNames {
  const headers = new Set(usualCredentials.headers);
  const query = new Set(usualCredentials.query);
  for (const value of Object.values(document.components?.securitySchemes ?? {})) {
    const scheme = follow<SecurityScheme>(document, { pointer: '', value }).value;
    if (scheme.type !== 'apiKey' || scheme.name === undefined) continue;
    if (scheme.in === 'header') headers.add(scheme.name.toLowerCase());
    if (scheme.in === 'query') query.add(scheme.name);
  }
  return { headers, query };
}

/** A credential as a journal keeps it: its beginning, and after the mark its digest. */
const keptForm = /^.{0,4}…/su;

/** `dk_test_alice` → `dk_t…`. A credential whose beginning alone was kept is followed by its digest, which is not shown. */
function masked(credential: string, { isPublic }: CredentialNames): string {
  if (isPublic?.(credential)) return credential;
  return keptForm.exec(credential)?.[0] ?? `${beginningOf(credential)}…`;
}

/** A header's value for a person: credentials by their first characters. @param name in lower case */
export function shownHeader(name: string, value: string, credentials: CredentialNames): string {
  if (!credentials.headers.has(name)) return value;
  if (name === 'cookie')
    return value
      .split(';')
      .map((pair) => maskedPair(pair, credentials))
      .join('; ');
  const start = authenticationScheme.exec(value)?.[0] ?? '';
  return `${start}${masked(value.slice(start.length), credentials)}`;
}

function maskedPair(pair: string, credentials: CredentialNames): string {
  const [, name = '', value = ''] = /^\s*([^=]*=)?(.*)$/s.exec(pair) ?? [];
  return `${name}${masked(value, credentials)}`;
}

/** All headers for a person, several lines of one joined. */
export function shownHeaders(headers: RequestHeaders, credentials: CredentialNames): Record<string, string> {
  const shown = Object.entries(headers).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : value;
    return text === undefined ? [] : [[name, shownHeader(name.toLowerCase(), text, credentials)] as const];
  });
  return Object.fromEntries(shown);
}

/** A query string for a person, as it came but for the values of credentials. */
export function shownQuery(query: string, credentials: CredentialNames): string {
  if (credentials.query.size === 0) return query;
  return replacedIn(query, credentials, (value) => masked(value, credentials));
}

/** A query string with the values of credentials replaced. `…` is not encoded, so that it can't be taken for a part of the value. */
function replacedIn(query: string, names: CredentialNames, replace: (value: string) => string): string {
  return query
    .split('&')
    .map((pair) => {
      const [[name, value] = []] = new URLSearchParams(pair);
      if (name === undefined || value === undefined || !names.query.has(name)) return pair;
      const [start = '', rest] = replace(value).split('…');
      return `${pair.split('=', 1)[0] ?? ''}=${encodeURIComponent(start)}${rest === undefined ? '' : `…${rest}`}`;
    })
    .join('&');
}

/** By code points: half of a surrogate pair would be no text. */
function beginningOf(credential: string): string {
  const characters = Array.from(credential);
  return characters.slice(0, Math.min(4, Math.floor(characters.length / 3))).join('');
}

/** Characters of a digest that are kept: enough to tell credentials apart. */
const keptOfDigest = 16;

/** The form in which a journal keeps credentials: their first four characters and a digest, and public ones whole. */
export class KeptCredentials {
  /** @param digest of a text, in hexadecimal */
  constructor(
    private readonly names: CredentialNames,
    private readonly digest: (text: string) => string,
  ) {}

  /** Returns the kept form of a header's value. @param name in lower case */
  header(name: string, value: string): string {
    if (!this.names.headers.has(name)) return value;
    if (name === 'cookie')
      return value.replace(/([^;=\s]+=)?([^;]+)/g, (_, key: string | undefined, text: string) =>
        key === undefined && text.trim() === '' ? text : `${key ?? ''}${this.kept(text)}`,
      );
    const scheme = authenticationScheme.exec(value)?.[0] ?? '';
    return `${scheme}${this.kept(value.slice(scheme.length))}`;
  }

  /** Returns the kept form of a query parameter's value. */
  parameter(name: string, value: string): string {
    return this.names.query.has(name) ? this.kept(value) : value;
  }

  /** @param elsewhere what is kept of a header that carries no credential */
  headers(headers: RequestHeaders, elsewhere: (value: string) => string): RequestHeaders {
    const kept = (name: string, value: string): string =>
      this.names.headers.has(name) ? this.header(name, value) : elsewhere(value);
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((one) => kept(name, one)) : value && kept(name, value),
      ]),
    );
  }

  query(query: string): string {
    return replacedIn(query, this.names, (value) => this.kept(value));
  }

  private kept(credential: string): string {
    if (credential === '' || this.names.isPublic?.(credential)) return credential;
    return `${beginningOf(credential)}…${this.digest(credential).slice(0, keptOfDigest)}`;
  }
}
