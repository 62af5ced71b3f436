import type { Contract } from '../../../contract/contract.js';
import { securitySchemeOf, type Located, type Operation } from '../../../contract/operations.js';
import type { ParameterObject, SecurityScheme } from '../../../contract/openapi.js';
import { randomElement, seededRandom } from '../../../contract/seeded-random.js';
import { withCookie, withHeaders, withQuery, type RequestParts } from '../request.js';

/** The place where an operation expects its key, from the document's security schemes. */
export interface CredentialLocation {
  readonly kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  /** Header, query parameter or cookie. */
  readonly name: string;
}

/** The credentials of a run. */
export interface Keys {
  readonly valid?: string | undefined;
  readonly expired?: string | undefined;
  readonly limited?: string | undefined;
  /** Valid ones for single security schemes, by the scheme's name; `valid` is for all others. Basic: `user:password`. */
  readonly schemes?: Readonly<Record<string, string>> | undefined;
}

/** A place for a credential, and the valid one that belongs there. */
export interface Credential {
  readonly location: CredentialLocation;
  readonly value: string | undefined;
}

/**
 * The credentials that an operation needs, all of them at once: the first of its alternatives for which there are credentials, else the first.
 * Empty for an operation that needs none, or none that a request can carry.
 */
export function credentialsOf(contract: Contract, operation: Operation, keys: Keys): readonly Credential[] {
  if (operation.security.some((requirement) => Object.keys(requirement).length === 0)) return [];
  const alternatives = operation.security
    .map((requirement) => Object.keys(requirement).map((name) => credentialFor(contract, name, keys)))
    .filter((all): all is Credential[] => all.every((one) => one !== undefined));
  const chosen = alternatives.find((all) => all.every(({ value }) => value !== undefined)) ?? alternatives[0];
  return onePerPlace(chosen ?? []);
}

/**
 * The credentials that an operation demands as parameters too, whichever alternative they are of: some documents describe a key in
 * both ways, and their security leaves a choice where their parameters leave none.
 */
export function demandedCredentials(
  contract: Contract,
  operation: Operation,
  keys: Keys,
): readonly Credential[] {
  const demanded = operation.parameters.filter(({ value }) => value.required === true);
  const places = new Set(demanded.map(({ value }) => placeOfParameter(value)));
  return everyCredential(contract, operation, keys).filter(({ location }) => places.has(placeOf(location)));
}

/** The parameters of an operation but those that are credentials. */
export function ordinaryParameters(contract: Contract, operation: Operation): Located<ParameterObject>[] {
  const places = new Set(everyCredential(contract, operation, {}).map(({ location }) => placeOf(location)));
  return operation.parameters.filter(({ value }) => !places.has(placeOfParameter(value)));
}

function everyCredential(contract: Contract, { security }: Operation, keys: Keys): Credential[] {
  const names = new Set(security.flatMap((requirement) => Object.keys(requirement)));
  return [...names].flatMap((name) => credentialFor(contract, name, keys) ?? []);
}

/** The first credential of each place: two schemes of OAuth are one for a request, which has one Authorization header. */
export function onePerPlace(credentials: readonly Credential[]): readonly Credential[] {
  const places = credentials.map(({ location }) => placeOf(location));
  return credentials.filter((_, index) => places.indexOf(places[index] ?? '') === index);
}

function placeOf({ kind, name }: CredentialLocation): string {
  const isHeader = kind !== 'query' && kind !== 'cookie';
  return isHeader ? `header ${name.toLowerCase()}` : `${kind} ${name}`;
}

function placeOfParameter({ in: location, name }: ParameterObject): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

function credentialFor({ document }: Contract, name: string, keys: Keys): Credential | undefined {
  const scheme = securitySchemeOf(document, name);
  const location = scheme && locationOf(scheme);
  return location && { location, value: keys.schemes?.[name] ?? keys.valid };
}

/** Undefined for what no request carries, such as the certificate of mutual TLS. */
export function locationOf(scheme: SecurityScheme): CredentialLocation | undefined {
  if (scheme.type === 'mutualTLS') return undefined;
  if (scheme.type === 'apiKey' && scheme.name !== undefined) {
    const kind = scheme.in === 'query' || scheme.in === 'cookie' ? scheme.in : 'header';
    return { kind, name: scheme.name };
  }
  const basic = scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic';
  return { kind: basic ? 'basic' : 'bearer', name: 'Authorization' };
}

/** The request with a key where the operation expects it. */
export function withKey(
  request: RequestParts,
  { kind, name }: CredentialLocation,
  key: string,
): RequestParts {
  if (kind === 'query') return withQuery(request, name, key);
  if (kind === 'cookie') return withCookie(request, name, key);
  if (kind === 'bearer') return withHeaders(request, { [name]: `Bearer ${key}` });
  if (kind === 'basic') return withHeaders(request, { [name]: `Basic ${basicCredentials(key)}` });
  return withHeaders(request, { [name]: key });
}

/** `user:password` encoded (RFC 7617); a key without a colon is the user, as services have it that give out keys. */
export function basicCredentials(key: string): string {
  return Buffer.from(key.includes(':') ? key : `${key}:`).toString('base64');
}

/** A key that no server issued: as long as the valid one and of the same kinds of characters, and telling nothing else of it. */
export function unknownKey(valid: string | undefined): string {
  if (valid === undefined || !/[A-Za-z0-9]/.test(valid)) return 'drydock-unknown-key-5f1d0c';
  const random = seededRandom(1, 'unknown key');
  for (;;) {
    const unknown: string = valid.replace(/[A-Za-z0-9]/g, (character): string =>
      randomElement(random, alphabetOf(character)),
    );
    if (unknown !== valid) return unknown;
  }
}

function alphabetOf(character: string): readonly string[] {
  return alphabets.find((alphabet) => alphabet.includes(character)) ?? [];
}

const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letters) =>
  Array.from(letters),
);
