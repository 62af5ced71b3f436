import type { SentRequest } from '../../parts/code/request-code.js';
import { fieldsOf, listOf, textOf, type Fields } from '../../reference/document/fields.js';
import {
  operationsOf,
  readDocument,
  type ReferenceOperation,
} from '../../reference/document/read-document.js';
import { firstDraft, keyLocation, requestOf } from '../../reference/operation/request-draft.js';

/** The mocked document, perhaps anybody's: what a first call to it needs. */
export interface ServiceDocument {
  readonly root: Fields;
  readonly title: string;
  /** The prefix of every operation's path, such as `/api/v1/developer`; empty for none. */
  readonly basePath: string;
  readonly operations: readonly ReferenceOperation[];
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** @param document an OpenAPI 3 document as JSON */
export function readServiceDocument(document: unknown): ServiceDocument {
  const { root, title } = readDocument(document);
  const operations = operationsOf(root).map(({ operation }) => operation);
  return {
    ...{ root, title, basePath: basePathOf(root) },
    operations: operations.filter(({ method }) => methods.includes(method)),
  };
}

/** @param base the service's address, without a slash at its end @param key empty for none */
export function exampleRequest(
  { root }: ServiceDocument,
  operation: ReferenceOperation,
  base: string,
  key: string,
): SentRequest {
  const request = requestOf(root, operation, firstDraft(root, operation), base, key, '');
  // A key chooses the sandbox also where the document asks for none.
  if (key === '' || keyLocation(root, operation)) return request;
  return { ...request, headers: [['Authorization', `Bearer ${key}`], ...request.headers] };
}

function basePathOf(root: Fields): string {
  const url = textOf(fieldsOf(listOf(root.servers)[0]).url) || '/';
  const plain = url.replace(/\{[^}]*\}/g, 'x');
  return URL.canParse(plain, 'http://mock') ? new URL(plain, 'http://mock').pathname.replace(/\/$/, '') : '';
}
