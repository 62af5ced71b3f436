import type { Exchange } from '../exchange/exchange.js';
import type { MockResponse } from '../exchange/response.js';
import { errorResponse } from '../exchange/error-response.js';

/** 401 without a valid key, then 403 for a key without the needed scope. Specification 5. */
export function authenticate(exchange: Exchange): MockResponse | undefined {
  const { identity, match, mock } = exchange;
  const security =
    match.kind === 'operation' ? match.served.operation.security : (mock.contract.document.security ?? []);
  if (security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0))
    return undefined;
  if (identity.kind !== 'valid') return unauthorized(exchange);
  if (identity.scopes !== undefined && !mayPass(exchange, identity.scopes)) return forbidden(exchange);
  return undefined;
}

/** A limited key passes where its scopes cover the operation's; where the document names none it may only read. */
function mayPass({ match, method }: Exchange, scopes: readonly string[]): boolean {
  if (match.kind !== 'operation') return false;
  const needed = match.served.scopes;
  if (needed.length === 0) return method === 'GET' || method === 'HEAD';
  return needed.every((scope) => scopes.includes(scope));
}

function unauthorized(exchange: Exchange): MockResponse {
  const { identity, mock } = exchange;
  const { scheme, whenMissing } = mock.credentialForm;
  if (identity.kind === 'expired') {
    return errorResponse(exchange, 401, 'Invalid API key', ['Authentication failed: the key has expired'], {
      'WWW-Authenticate': `${scheme} error="invalid_token", error_description="The key has expired"`,
    });
  }
  const why = identity.kind === 'missing' ? whenMissing : 'the key is not known';
  return errorResponse(exchange, 401, 'Invalid API key', [`Authentication failed: ${why}`], {
    'WWW-Authenticate': identity.kind === 'missing' ? scheme : `${scheme} error="invalid_token"`,
  });
}

function forbidden(exchange: Exchange): MockResponse {
  return errorResponse(exchange, 403, 'Insufficient permissions', ['This key may not use this operation']);
}
