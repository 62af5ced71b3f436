import type { Contract } from '../../contract/contract.js';
import { follow } from '../../contract/operations.js';
import type { SecurityScheme } from '../../contract/openapi.js';

/** How a client must show who it is, for the 401 that says so. */
export interface CredentialForm {
  /** The scheme in WWW-Authenticate (RFC 9110 section 11.6.1). */
  readonly scheme: string;
  /** What is wrong with a request that has none. */
  readonly whenMissing: string;
}

const bearer: CredentialForm = {
  scheme: 'Bearer',
  whenMissing: 'the Authorization header must be Bearer followed by a key',
};

/** As the document's first security scheme has it; a bearer token where that is no key in a place of its own. */
export function credentialForm({ document }: Pick<Contract, 'document'>): CredentialForm {
  const [first] = Object.values(document.components?.securitySchemes ?? {});
  if (!first) return bearer;
  const scheme = follow<SecurityScheme>(document, { pointer: '', value: first }).value;
  if (scheme.type !== 'apiKey' || scheme.name === undefined) return bearer;
  const places: Readonly<Record<string, string>> = { query: 'query parameter', cookie: 'cookie' };
  const place = places[scheme.in ?? ''] ?? 'header';
  return { scheme: 'ApiKey', whenMissing: `the ${place} ${scheme.name} must be a key` };
}
