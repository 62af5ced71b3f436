import type { Remark } from './document-error.js';
import type { DocumentNode } from './walk-document.js';
import { toPointer } from '../json-pointer.js';
import { httpMethods, type OpenApiDocument } from '../openapi.js';
import { shown } from '../validation/problem-text.js';

type Path = readonly string[];
type Fields = Readonly<Record<string, unknown>>;

/**
 * The parts of a document that have another type than OpenAPI gives them and that it can't be read without, such as
 * `parameters must be a list, got "limit"`; most others are read around.
 */
export function* misshapenParts(document: OpenApiDocument): Generator<Remark> {
  yield* security(document.security, ['security']);
  for (const [name, item] of entriesOf(document.paths)) {
    const path = ['paths', name];
    yield* parameters(fieldsOf(item).parameters, [...path, 'parameters']);
    for (const method of httpMethods) {
      const operation = fieldsOf(item)[method];
      if (operation !== undefined) yield* operationParts(fieldsOf(operation), [...path, method]);
    }
  }
  const { parameters: shared, requestBodies, responses, securitySchemes } = fieldsOf(document.components);
  yield* each(shared, ['components', 'parameters'], parameter);
  yield* each(requestBodies, ['components', 'requestBodies'], body);
  yield* each(responses, ['components', 'responses'], body);
  yield* each(securitySchemes, ['components', 'securitySchemes'], securityScheme);
}

/** A `$ref` that is no text, and alternatives that are no list; a property of such a name stands among schemas by name. */
export function* misshapenNode({ value, path, kind }: DocumentNode): Generator<Remark> {
  if (kind === 'object' || kind === 'schema') yield* text(value.$ref, [...path, '$ref']);
  if (kind !== 'schema') return;
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) yield* list(value[keyword], [...path, keyword]);
}

function* operationParts(operation: Fields, path: Path): Generator<Remark> {
  yield* text(operation.operationId, [...path, 'operationId']);
  yield* parameters(operation.parameters, [...path, 'parameters']);
  yield* security(operation.security, [...path, 'security']);
  if (operation.requestBody) yield* body(operation.requestBody, [...path, 'requestBody']);
  yield* each(operation.responses, [...path, 'responses'], body);
}

function* parameters(value: unknown, path: Path): Generator<Remark> {
  yield* list(value, path);
  for (const [index, one] of itemsOf(value)) yield* parameter(one, [...path, String(index)]);
}

function* security(value: unknown, path: Path): Generator<Remark> {
  yield* list(value, path);
  for (const [index, one] of itemsOf(value)) yield* object(one, [...path, String(index)]);
}

function* parameter(value: unknown, path: Path): Generator<Remark> {
  const { name, content } = fieldsOf(value);
  yield* text(name, [...path, 'name']);
  yield* each(content, [...path, 'content'], object);
}

/** Of a request or a response. */
function* body(value: unknown, path: Path): Generator<Remark> {
  yield* object(value ?? {}, path);
  yield* each(fieldsOf(value).content, [...path, 'content'], object);
  yield* each(fieldsOf(value).headers, [...path, 'headers'], object);
}

function* securityScheme(value: unknown, path: Path): Generator<Remark> {
  yield* object(value, path);
  for (const field of ['type', 'name', 'in', 'scheme']) yield* text(fieldsOf(value)[field], [...path, field]);
}

function* each(
  map: unknown,
  path: Path,
  part: (value: unknown, path: Path) => Generator<Remark>,
): Generator<Remark> {
  yield* object(map ?? {}, path);
  for (const [name, value] of entriesOf(map)) yield* part(value, [...path, name]);
}

function* object(value: unknown, path: Path): Generator<Remark> {
  if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value)))
    yield wrong(value, path, 'an object');
}

function* list(value: unknown, path: Path): Generator<Remark> {
  if (value !== undefined && value !== null && !Array.isArray(value)) yield wrong(value, path, 'a list');
}

function* text(value: unknown, path: Path): Generator<Remark> {
  if (value !== undefined && typeof value !== 'string') yield wrong(value, path, 'a text');
}

function wrong(value: unknown, path: Path, expected: string): Remark {
  return { pointer: toPointer(path), text: `${path.at(-1) ?? ''} must be ${expected}, got ${shown(value)}` };
}

/** Extensions may be anything. */
function entriesOf(value: unknown): [string, unknown][] {
  return Array.isArray(value)
    ? []
    : Object.entries(fieldsOf(value)).filter(([name]) => !name.startsWith('x-'));
}

function itemsOf(value: unknown): Iterable<[number, unknown]> {
  return Array.isArray(value) ? value.entries() : [];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
