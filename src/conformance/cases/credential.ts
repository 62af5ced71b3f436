import type { Contract } from '../../contract/contract.js';
import { follow } from '../../contract/operations.js';
import type { Operation } from '../../contract/operations.js';
import type { SecurityScheme } from '../../contract/openapi.js';
import { withHeaders } from './request.js';
import type { RequestParts } from './request.js';

/** How an operation wants its key, read from the document's security schemes. */
export interface CredentialPlace {
  readonly kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  /** Header, query field or cookie. */
  readonly name: string;
}

/** The keys of a run. */
export interface Keys {
  readonly valid?: string | undefined;
  readonly expired?: string | undefined;
  readonly limited?: string | undefined;
}

/** Where the key goes; undefined for an operation that asks for none, or makes it optional. */
export function credentialPlace(contract: Contract, operation: Operation): CredentialPlace | undefined {
  if (operation.security.some((requirement) => Object.keys(requirement).length === 0)) return undefined;
  const name = operation.security.flatMap((requirement) => Object.keys(requirement))[0];
  const found = name === undefined ? undefined : contract.document.components?.securitySchemes?.[name];
  if (found === undefined) return undefined;
  return placeOf(follow<SecurityScheme>(contract.document, { pointer: '', value: found }).value);
}

function placeOf(scheme: SecurityScheme): CredentialPlace {
  if (scheme.type === 'apiKey' && scheme.name !== undefined) {
    const kind = scheme.in === 'query' || scheme.in === 'cookie' ? scheme.in : 'header';
    return { kind, name: scheme.name };
  }
  const basic = scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic';
  return { kind: basic ? 'basic' : 'bearer', name: 'Authorization' };
}

/** The request with a key where the operation wants it. */
export function withKey(request: RequestParts, place: CredentialPlace, key: string): RequestParts {
  if (place.kind === 'query') return withQuery(request, place.name, key);
  if (place.kind === 'cookie') return withHeaders(request, { Cookie: `${place.name}=${key}` });
  if (place.kind === 'bearer') return withHeaders(request, { [place.name]: `Bearer ${key}` });
  if (place.kind === 'basic') return withHeaders(request, { [place.name]: `Basic ${key}` });
  return withHeaders(request, { [place.name]: key });
}

export function withQuery(request: RequestParts, name: string, value: string): RequestParts {
  const joint = request.path.includes('?') ? '&' : '?';
  return {
    ...request,
    path: `${request.path}${joint}${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  };
}
