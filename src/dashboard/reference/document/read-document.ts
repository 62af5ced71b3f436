import { fieldsOf, listOf, resolve, textOf, type Fields } from './fields.js';

export type ReferenceDocument = Readonly<ReturnType<typeof readDocument>>;
export type OperationGroup = ReferenceDocument['groups'][number];

export interface ReferenceOperation {
  /** The document, which its references lead into. */
  readonly root: Fields;
  /** The end of its address in the reference. */
  readonly anchor: string;
  readonly id: string;
  /** The first one that it has. */
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly deprecated: boolean;
  readonly fields: Fields;
  /** Those of the path and its own, references followed. */
  readonly parameters: readonly Fields[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'] as const;

/** @param document an OpenAPI 3 document as JSON, perhaps not even that */
export function readDocument(document: unknown) {
  const root = fieldsOf(document);
  const info = fieldsOf(root.info);
  const operations = Object.entries(fieldsOf(root.paths)).flatMap(([path, item]) =>
    operationsAt(root, path, resolve(root, item)),
  );
  const tags = listOf(root.tags).map(fieldsOf);
  const names = new Set([...tags.map(({ name }) => textOf(name)), ...operations.map(({ tag }) => tag)]);
  const groups = [...names].map((name) => ({
    name,
    description: textOf(tags.find((tag) => tag.name === name)?.description),
    operations: operations.filter(({ tag }) => tag === name),
  }));
  return {
    root,
    operations,
    basePath: basePathOf(root),
    title: textOf(info.title) || 'The service',
    version: textOf(info.version),
    summary: textOf(info.summary),
    description: textOf(info.description),
    groups: groups.filter((group) => group.operations.length > 0),
  };
}

/** The prefix of every operation's path, such as `/api/v1/developer`; empty for none. */
function basePathOf(root: Fields): string {
  const url = textOf(fieldsOf(listOf(root.servers)[0]).url) || '/';
  const plain = url.replace(/\{[^}]*\}/g, 'x');
  return URL.canParse(plain, 'http://mock') ? new URL(plain, 'http://mock').pathname.replace(/\/$/, '') : '';
}

function operationsAt(root: Fields, path: string, item: Fields): readonly ReferenceOperation[] {
  return methods.flatMap((method) => {
    if (item[method] === undefined) return [];
    const fields = fieldsOf(item[method]);
    const id = textOf(fields.operationId) || `${method.toUpperCase()} ${path}`;
    const operation = {
      ...{ root, id, path, fields, method: method.toUpperCase(), summary: textOf(fields.summary) },
      tag: textOf(listOf(fields.tags)[0]) || 'Operations',
      anchor: `operation-${id.replace(/[^\w.-]+/g, '-')}`,
      deprecated: fields.deprecated === true,
      parameters: parametersOf(root, item, fields),
    };
    return [operation];
  });
}

/** An operation's own parameter stands for one of the path with the same name and place. */
function parametersOf(root: Fields, item: Fields, operation: Fields): readonly Fields[] {
  const all = [...listOf(item.parameters), ...listOf(operation.parameters)].map((one) => resolve(root, one));
  return [...new Map(all.map((one) => [`${textOf(one.in)} ${textOf(one.name)}`, one])).values()];
}

/** The examples of a parameter or a media type, its schema's where it has none. */
export function examplesOf(root: Fields, holder: Fields): readonly { name: string; value: unknown }[] {
  const named = Object.entries(fieldsOf(holder.examples)).flatMap(([name, one]) => {
    const { summary, value, dataValue } = resolve(root, one);
    const shown = value ?? dataValue;
    return shown === undefined ? [] : [{ name: textOf(summary) || name, value: shown }];
  });
  if (named.length > 0) return named;
  const schema = resolve(root, holder.schema);
  const [first] = [holder.example, schema.example, ...listOf(schema.examples), schema.default].filter(
    (one) => one !== undefined,
  );
  return first === undefined ? [] : [{ name: 'Example', value: first }];
}

export function textOfExample(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** The names of everything that an operation's requests and responses consist of, with the place that each has first. */
export function fieldNamesOf({ root, parameters, fields }: ReferenceOperation): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const add = (names: Iterable<string>, place: string): void => {
    for (const name of names) if (name !== '' && !places.has(name)) places.set(name, place);
  };
  for (const parameter of parameters) add([textOf(parameter.name)], `${textOf(parameter.in)} parameter`);
  add(namesInContent(root, resolve(root, fields.requestBody).content), 'request');
  for (const response of Object.values(fieldsOf(fields.responses))) {
    const { content, headers } = resolve(root, response);
    add(namesInContent(root, content), 'response');
    add(Object.keys(fieldsOf(headers)), 'response header');
  }
  return places;
}

/** The names of all properties below the schemas of media types. */
export function namesInContent(root: Fields, content: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<object>();
  for (const media of Object.values(fieldsOf(content))) collect(root, fieldsOf(media).schema, names, seen);
  return names;
}

/** @param seen the schemas that were met, since a schema may contain itself */
function collect(root: Fields, given: unknown, names: Set<string>, seen: Set<object>): void {
  if (typeof given !== 'object' || given === null) return;
  const schema = resolve(root, given);
  if (seen.has(schema)) return;
  seen.add(schema);
  for (const [name, property] of Object.entries(fieldsOf(schema.properties))) {
    names.add(name);
    collect(root, property, names, seen);
  }
  const { allOf, oneOf, anyOf, items, additionalProperties } = schema;
  for (const one of [...listOf(allOf), ...listOf(oneOf), ...listOf(anyOf), items, additionalProperties])
    collect(root, one, names, seen);
}
