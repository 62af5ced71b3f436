/**
 * What the page reads from the mocked document: its title, its operations, and an example of each. It may be
 * any document, so nothing in it is taken for granted.
 */
import { valueAt } from '../../../contract/json-pointer.js';

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

type Fields = Readonly<Record<string, unknown>>;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** @param document an OpenAPI 3 document as JSON */
export function readServiceDocument(document: unknown): ServiceDocument {
  const root = fieldsOf(document);
  const title = textOf(fieldsOf(root.info).title) ?? 'The service';
  const operations = Object.entries(fieldsOf(root.paths)).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = fieldsOf(item)[method];
      return operation === undefined
        ? []
        : [readOperation(root, method, path, fieldsOf(operation), fieldsOf(item))];
    }),
  );
  return { title, basePath: basePathOf(root), operations };
}

function readOperation(
  root: Fields,
  method: string,
  path: string,
  operation: Fields,
  item: Fields,
): ServiceOperation {
  const parameters = [...listOf(item.parameters), ...listOf(operation.parameters)].map((one) =>
    resolve(root, one),
  );
  const pathParameters: Record<string, string> = {};
  for (const parameter of parameters) {
    const name = textOf(parameter.name);
    if (parameter.in === 'path' && name !== undefined)
      pathParameters[name] = wordOf(exampleOf(root, parameter)) ?? '1';
  }
  const media = fieldsOf(fieldsOf(resolve(root, operation.requestBody).content)['application/json']);
  return {
    id: textOf(operation.operationId) ?? `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path: path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(pathParameters[name] ?? '1')),
    template: path,
    pathParameters,
    summary: textOf(operation.summary) ?? '',
    body: operation.requestBody === undefined ? undefined : (exampleOf(root, media) ?? {}),
    keyHeader: keyHeaderOf(root),
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

/** The first example of a parameter or a media type. */
function exampleOf(root: Fields, holder: Fields): unknown {
  const [named] = Object.values(fieldsOf(holder.examples));
  if (named !== undefined) return resolve(root, named).value;
  const schema = resolve(root, holder.schema);
  return holder.example ?? schema.example ?? listOf(schema.examples)[0] ?? schema.default;
}

function basePathOf(root: Fields): string {
  const url = textOf(fieldsOf(listOf(root.servers)[0]).url) ?? '/';
  const plain = url.replace(/\{[^}]*\}/g, 'x');
  return URL.canParse(plain, 'http://mock') ? new URL(plain, 'http://mock').pathname.replace(/\/$/, '') : '';
}

/** Follows a reference inside the document, a few steps at most. */
function resolve(root: Fields, value: unknown): Fields {
  let fields = fieldsOf(value);
  for (let steps = 0; typeof fields.$ref === 'string' && steps < 8; steps += 1)
    fields = fieldsOf(valueAt(root, fields.$ref));
  return fields;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A text or number as text. */
function wordOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value);
}
