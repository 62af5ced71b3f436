/** What a first call to the mocked document needs, which may be anybody's. */
import type { SentRequest } from '../../parts/code/request-code.js';
import type { ReferenceDocument, ReferenceOperation } from '../../reference/document/read-document.js';
import { firstDraft, keyLocation, requestOf } from '../../reference/operation/request-draft.js';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The operations that a first call is made to. */
export function callable({ operations }: ReferenceDocument): readonly ReferenceOperation[] {
  return operations.filter(({ method }) => methods.includes(method));
}

/** @param base the service's address, without a slash at its end @param key empty for none */
export function exampleRequest(operation: ReferenceOperation, base: string, key: string): SentRequest {
  const request = requestOf(operation, firstDraft(operation), base, key, '');
  // A key chooses the sandbox also where the document asks for none.
  if (key === '' || keyLocation(operation)) return request;
  return { ...request, headers: [['Authorization', `Bearer ${key}`], ...request.headers] };
}
