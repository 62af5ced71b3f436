/**
 * The title and operations of the mocked document, with an example of each. The document may be anybody's, so every
 * field is checked before use.
 */
import { fieldsOf, listOf, resolve, textOf, type Fields } from '../../reference/document/fields.js';
import { examplesOf, operationsOf, type ReferenceOperation } from '../../reference/document/read-document.js';

export interface ServiceDocument {
  readonly title: string;
  /** The prefix of every operation's path, such as `/api/v1/developer`; empty for none. */
  readonly basePath: string;
  readonly operations: readonly ServiceOperation[];
}

export interface ServiceOperation {
  readonly id: string;
  readonly method: string;
  /** With examples in the place of parameters. */
  readonly path: string;
  /** As the document writes it. */
  readonly template: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly summary: string;
  /** An example of the JSON body; undefined where it takes none. */
  readonly body: unknown;
  readonly keyHeader: KeyHeader;
}

/** The header that carries a key, and what stands before the key there. */
export interface KeyHeader {
  readonly name: string;
  readonly prefix: string;
}

export const bearerHeader: KeyHeader = { name: 'Authorization', prefix: 'Bearer ' };

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** @param document an OpenAPI 3 document as JSON */
export function readServiceDocument(document: unknown): ServiceDocument {
  const root = fieldsOf(document);
  const operations = operationsOf(root)
    .filter(({ operation }) => methods.includes(operation.method))
    .map(({ operation }) => exampleOf(root, operation));
  return {
    title: textOf(fieldsOf(root.info).title) || 'The service',
    basePath: basePathOf(root),
    operations,
  };
}

function exampleOf(root: Fields, { id, method, path, summary, fields, parameters }: ReferenceOperation) {
  const pathParameters: Record<string, string> = {};
  for (const parameter of parameters)
    if (parameter.in === 'path' && textOf(parameter.name) !== '')
      pathParameters[textOf(parameter.name)] = wordOf(examplesOf(root, parameter)[0]?.value) || '1';
  const media = fieldsOf(fieldsOf(resolve(root, fields.requestBody).content)['application/json']);
  return {
    ...{ id, method, summary, pathParameters, template: path, keyHeader: keyHeaderOf(root) },
    path: path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(pathParameters[name] ?? '1')),
    body: fields.requestBody === undefined ? undefined : (examplesOf(root, media)[0]?.value ?? {}),
  };
}

/** A header of its own where the document's first security scheme names one. */
function keyHeaderOf(root: Fields): KeyHeader {
  const [first] = Object.values(fieldsOf(fieldsOf(root.components).securitySchemes));
  const { type, in: place, name } = resolve(root, first);
  return type === 'apiKey' && place === 'header' && typeof name === 'string'
    ? { name, prefix: '' }
    : bearerHeader;
}

function basePathOf(root: Fields): string {
  const url = textOf(fieldsOf(listOf(root.servers)[0]).url) || '/';
  const plain = url.replace(/\{[^}]*\}/g, 'x');
  return URL.canParse(plain, 'http://mock') ? new URL(plain, 'http://mock').pathname.replace(/\/$/, '') : '';
}

function wordOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : textOf(value);
}
