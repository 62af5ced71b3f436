import { subschemaKeywords } from '../../contract/document/walk-document.js';
import type { OpenApiDocument } from '../../contract/openapi.js';
import { isKeywordAssumed, sourceOf, type Source } from './source.js';

/**
 * The document without its assumed constraints, so that what breaks it breaks the specification: a field whose enumeration
 * was only an example may be any string, and a bound of our choice disappears. Everything else keeps its pointer.
 */
export function statedDocument(document: OpenApiDocument): OpenApiDocument {
  return strip(document, []) as OpenApiDocument;
}

/** Constraints as a whole: with a part of its schema removed, such a keyword would reject more. */
const conditions = ['not', 'if', 'then', 'else', 'contentSchema'];
const annotations = [
  '$ref',
  'title',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'discriminator',
];

/** Copies the document, and strips the schemas it meets: under `schema`, and in components/schemas. */
function strip(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item, [...path, '*']));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      if (key === 'schema') return [key, stripSchema(child, undefined)];
      if (key === 'schemas' && path.length === 1 && path[0] === 'components')
        return [key, mapValues(child as object, (schema) => stripSchema(schema, undefined))];
      if (key === 'example' || key === 'examples' || key.startsWith('x-')) return [key, child];
      return [key, strip(child, [...path, key])];
    }),
  );
}

function stripSchema(schema: unknown, inherited: Source | undefined): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const source = sourceOf(schema) ?? inherited;
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    const kind = conditions.includes(keyword) ? undefined : subschemaKeywords.get(keyword);
    if (kind === 'schemas')
      return [[keyword, mapValues(value as object, (child) => stripSchema(child, source))]];
    if (kind === 'schema' && typeof value === 'object') return [[keyword, stripSchema(value, source)]];
    if (annotations.includes(keyword) || keyword.startsWith('x-')) return [[keyword, value]];
    return isKeywordAssumed(source, keyword) ? [] : [[keyword, value]];
  });
  return Object.fromEntries(entries);
}

function mapValues(object: object, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(object)) return object.map(change);
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
