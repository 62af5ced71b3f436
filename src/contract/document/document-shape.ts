import type { Remark } from './document-error.js';
import type { DocumentNode } from './walk-document.js';
import { toPointer } from '../json-pointer.js';
import { httpMethods, type OpenApiDocument } from '../openapi.js';
import { shown } from '../validation/problem-text.js';

type Path = readonly string[];
type Fields = Readonly<Record<string, unknown>>;

/** Looks at a part of a document for a value of another type than OpenAPI gives it. */
type Check = (value: unknown, path: Path) => Iterable<Remark>;

/**
 * The parts of a document that have another type than OpenAPI gives them and that it can't be read without, such as
 * `parameters must be a list, got "limit"`; most others are read around.
 */
export function misshapenParts(document: OpenApiDocument): Iterable<Remark> {
  return ofDocument(document, []);
}

/** A `$ref` that is no text, and alternatives that are no list; a property of such a name stands among schemas by name. */
export function* misshapenNode({ value, path, kind }: DocumentNode): Generator<Remark> {
  if (kind === 'object' || kind === 'schema') yield* text(value.$ref, [...path, '$ref']);
  if (kind === 'schema') yield* alternatives(value, path);
}

const anything: Check = () => [];

const text: Check = (value, path) =>
  value !== undefined && typeof value !== 'string' ? [wrong(value, path, 'a text')] : [];

const object: Check = (value, path) =>
  value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))
    ? [wrong(value, path, 'an object')]
    : [];

const optionalObject: Check = (value, path) => object(value ?? {}, path);

const list = (item: Check): Check =>
  function* (value, path) {
    if (value !== undefined && value !== null && !Array.isArray(value)) yield wrong(value, path, 'a list');
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    for (const [index, one] of items.entries()) yield* item(one, [...path, String(index)]);
  };

/** The values by name; extensions may be anything. */
const values = (part: Check): Check =>
  function* (value, path) {
    if (Array.isArray(value)) return;
    for (const [name, one] of Object.entries(fieldsOf(value)))
      if (!name.startsWith('x-')) yield* part(one, [...path, name]);
  };

const map = (part: Check): Check => all(optionalObject, values(part));

const fields = (checks: Readonly<Record<string, Check>>): Check =>
  function* (value, path) {
    for (const [name, check] of Object.entries(checks)) yield* check(fieldsOf(value)[name], [...path, name]);
  };

function all(...checks: readonly Check[]): Check {
  return function* (value, path) {
    for (const check of checks) yield* check(value, path);
  };
}

const alternatives = fields({ allOf: list(anything), anyOf: list(anything), oneOf: list(anything) });
const parameter = fields({ name: text, content: map(object) });
/** Of a request or a response. */
const body = all(optionalObject, fields({ content: map(object), headers: map(object) }));
const security = list(object);
const operation = fields({
  ...{ operationId: text, parameters: list(parameter), security },
  requestBody: (value, path) => (value ? body(value, path) : []),
  responses: map(body),
});
const pathItem = fields({
  parameters: list(parameter),
  ...Object.fromEntries(httpMethods.map((method) => [method, operation])),
});
const securityScheme = all(object, fields({ type: text, name: text, in: text, scheme: text }));
const ofDocument = fields({
  security,
  paths: values(pathItem),
  components: fields({
    ...{ parameters: map(parameter), requestBodies: map(body), responses: map(body) },
    securitySchemes: map(securityScheme),
  }),
});

function wrong(value: unknown, path: Path, expected: string): Remark {
  return { pointer: toPointer(path), text: `${path.at(-1) ?? ''} must be ${expected}, got ${shown(value)}` };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
