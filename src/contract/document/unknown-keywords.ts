import { toPointer } from '../json-pointer.js';
import type { OpenApiDocument } from '../openapi.js';

/** A schema keyword that neither JSON Schema 2020-12 nor OpenAPI 3.1 knows, and where it stands. */
export interface UnknownKeyword {
  readonly keyword: string;
  readonly pointer: string;
}

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const one = [
  'items',
  'contains',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
];
const many = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const named = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];
const plain = [
  ...[
    '$ref',
    '$id',
    '$schema',
    '$anchor',
    '$comment',
    '$dynamicRef',
    '$dynamicAnchor',
    '$vocabulary',
    'type',
    'const',
    'enum',
  ],
  ...[
    'multipleOf',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'minLength',
    'maxLength',
    'pattern',
  ],
  ...[
    'minItems',
    'maxItems',
    'uniqueItems',
    'minContains',
    'maxContains',
    'minProperties',
    'maxProperties',
    'required',
  ],
  ...[
    'dependentRequired',
    'format',
    'contentEncoding',
    'contentMediaType',
    'title',
    'description',
    'default',
    'deprecated',
  ],
  ...['readOnly', 'writeOnly', 'examples', 'example', 'discriminator', 'xml', 'externalDocs'],
];
const known = new Set([...one, ...many, ...named, ...plain]);

/** Every unknown keyword (extensions `x-…` are free) in the schemas of a document. */
export function unknownKeywords(document: OpenApiDocument): UnknownKeyword[] {
  const found: UnknownKeyword[] = [];
  visitDocument(document, [], (schema, path) => visitSchema(schema, path, found));
  return found;
}

type Visit = (schema: unknown, path: readonly string[]) => void;

/** Finds the schemas of a document: every `schema` beside content, parameters and headers, and components/schemas. */
function visitDocument(value: unknown, path: readonly string[], visit: Visit): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const childPath = [...path, key];
    if (key === 'schema') visit(child, childPath);
    else if (key === 'schemas' && path[0] === 'components') {
      for (const [name, schema] of Object.entries(child as object)) visit(schema, [...childPath, name]);
    } else if (key !== 'example' && key !== 'examples' && !key.startsWith('x-'))
      visitDocument(child, childPath, visit);
  }
}

function visitSchema(schema: unknown, path: readonly string[], found: UnknownKeyword[]): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const at = [...path, keyword];
    if (one.includes(keyword)) visitSchema(value, at, found);
    else if (many.includes(keyword) || named.includes(keyword)) {
      for (const [key, child] of Object.entries(value as object)) visitSchema(child, [...at, key], found);
    } else if (!known.has(keyword) && !keyword.startsWith('x-'))
      found.push({ keyword, pointer: toPointer(at) });
  }
}
