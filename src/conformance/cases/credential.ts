import type { Contract } from '../../contract/contract.js';
import { follow } from '../../contract/operations.js';
import type { Operation } from '../../contract/operations.js';
import type { SecurityScheme } from '../../contract/openapi.js';
import { seededRandom } from '../../contract/seeded-random.js';
import { randomElement } from './generate/random.js';
import { withHeaders, withQuery } from './request.js';
import type { RequestParts } from './request.js';

/** Where an operation expects its key, from the document's security schemes. */
export interface CredentialLocation {
  readonly kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  /** Header, query parameter or cookie. */
  readonly name: string;
}

/** The keys of a run. */
export interface Keys {
  readonly valid?: string | undefined;
  readonly expired?: string | undefined;
  readonly limited?: string | undefined;
}

/** Undefined for an operation that needs no key. */
export function credentialLocation(contract: Contract, operation: Operation): CredentialLocation | undefined {
  if (operation.security.some((requirement) => Object.keys(requirement).length === 0)) return undefined;
  const name = operation.security.flatMap((requirement) => Object.keys(requirement))[0];
  const found = name === undefined ? undefined : contract.document.components?.securitySchemes?.[name];
  if (found === undefined) return undefined;
  return locationOf(follow<SecurityScheme>(contract.document, { pointer: '', value: found }).value);
}

function locationOf(scheme: SecurityScheme): CredentialLocation {
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
  if (kind === 'cookie') return withHeaders(request, { Cookie: `${name}=${key}` });
  if (kind === 'bearer') return withHeaders(request, { [name]: `Bearer ${key}` });
  if (kind === 'basic') return withHeaders(request, { [name]: `Basic ${key}` });
  return withHeaders(request, { [name]: key });
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
