import type { IncomingMessage } from 'node:http';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** One thing that is wrong with a request. */
export interface Problem {
  /** Such as `query/limit` or `body/tags/0`. */
  readonly at: string;
  /** The keyword of JSON Schema that is broken. */
  readonly keyword: string;
  readonly text: string;
}

/** An operation of a document, with what it needs to read its requests. */
export interface DocumentOperation {
  readonly id: string;
  readonly method: string;
  readonly pattern: RegExp;
  readonly secured: boolean;
  read(request: IncomingMessage, url: URL, bytes: Buffer, mediaType: string): ReadRequest;
}

interface ReadRequest {
  readonly parameters: Record<string, unknown>;
  readonly body: unknown;
  readonly problems: readonly Problem[];
  /** Tells that the document has no such media type for the body. */
  readonly unsupported: boolean;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly items?: Schema;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly explode?: boolean;
  readonly schema: Schema;
}

interface RequestBody {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

interface Document {
  readonly security?: Operation['security'];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The document's operations. The parameters and bodies of the services here are simple enough for this reading. */
export function readOperations(given: unknown): DocumentOperation[] {
  const document = given as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const resolve = <T extends { readonly $ref?: string }>(value: T): T =>
    value.$ref === undefined ? value : (pointed(document, value.$ref) as T);
  const compile = (schema: Schema) => ajv.compile(absolute(schema) as object);
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => /^(get|put|post|delete|patch)$/.test(method))
      .map(([method, value]) => {
        const operation = value as Operation;
        const shared = (item.parameters ?? []) as readonly Parameter[];
        const security = operation.security ?? document.security ?? [];
        const parameters = [...shared, ...(operation.parameters ?? [])].map(resolve);
        return {
          id: operation.operationId,
          method: method.toUpperCase(),
          pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
          secured: security.length > 0 && security.every((one) => Object.keys(one).length > 0),
          read: reader(
            path,
            parameters.map((each) => ({ ...each, schema: resolve(each.schema), test: compile(each.schema) })),
            operation.requestBody && resolve(operation.requestBody),
            compile,
          ),
        };
      }),
  );
}

function reader(
  path: string,
  parameters: readonly (Parameter & { readonly test: ValidateFunction })[],
  requestBody: RequestBody | undefined,
  compile: (schema: Schema) => ValidateFunction,
): DocumentOperation['read'] {
  const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const contents = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => ({
    type: new RegExp(`^${type.replaceAll(/[.+]/g, String.raw`\$&`).replaceAll('*', '[^/]+')}$`),
    test: compile(schema ?? {}),
  }));
  return (request, url, bytes, mediaType) => {
    const problems: Problem[] = [];
    const values: Record<string, unknown> = {};
    for (const { name, in: place, required, explode, schema, test } of parameters) {
      const texts = {
        path: [pattern.exec(url.pathname)?.groups?.[name]].flatMap((text) => decoded(text)),
        query: url.searchParams.getAll(name),
        header: [request.headers[name.toLowerCase()] ?? []].flat(),
        cookie: [],
      }[place];
      if (texts.length === 0) {
        if (schema.default !== undefined) values[name] = schema.default;
        if (required) problems.push({ at: `${place}/${name}`, keyword: 'required', text: 'is required' });
        continue;
      }
      const value = typed(explode === false ? texts.flatMap((text) => text.split(',')) : texts, schema);
      values[name] = value;
      if (!test(value))
        problems.push(...(test.errors ?? []).map((error) => problemOf(`${place}/${name}`, error)));
    }
    const body = bodyOf(bytes, mediaType, request.headers['content-type'] ?? '');
    const content = contents.find(({ type }) => type.test(mediaType));
    // Only content of a stated type may be nothing at all.
    const nothing = bytes.length === 0 && (content === undefined || !Buffer.isBuffer(body));
    if (requestBody !== undefined && nothing) {
      if (requestBody.required) problems.push({ at: 'body', keyword: 'required', text: 'is required' });
    } else if (body === UNREADABLE) {
      problems.push({ at: 'body', keyword: 'syntax', text: 'cannot be read' });
    } else if (content !== undefined && !Buffer.isBuffer(body) && !content.test(body)) {
      problems.push(...(content.test.errors ?? []).map((error) => problemOf('body', error)));
    }
    const unsupported = contents.length > 0 && bytes.length > 0 && content === undefined;
    return { parameters: values, body, problems, unsupported };
  };
}

const UNREADABLE = Symbol('unreadable');

function bodyOf(bytes: Buffer, mediaType: string, contentType: string): unknown {
  try {
    if (/[/+]json$/.test(mediaType)) return bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
    if (mediaType.endsWith('urlencoded')) return Object.fromEntries(new URLSearchParams(bytes.toString()));
    return mediaType === 'multipart/form-data' ? partsOf(bytes, contentType) : bytes;
  } catch {
    return UNREADABLE;
  }
}

/** The parts of a form by name; the content of files has a character for each byte. */
function partsOf(bytes: Buffer, contentType: string): Record<string, string> {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
  const text = bytes.toString('latin1');
  if (boundary === undefined || !text.includes(`--${boundary}--`)) throw new Error('no boundary');
  const parts = text.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', ...content] = part.split('\r\n\r\n');
      const value = content.join('\r\n\r\n').slice(0, -2);
      const name = /\bname="([^"]*)"/.exec(head)?.[1] ?? '';
      return [name, head.includes('filename') ? value : Buffer.from(value, 'latin1').toString()];
    }),
  );
}

/** Reads texts as the type that the schema asks for, and leaves them as they are where they don't fit. */
function typed(texts: readonly string[], schema: Schema): unknown {
  const text = texts.at(-1) ?? '';
  if (schema.type === 'array') return texts.map((each) => typed([each], schema.items ?? {}));
  if (schema.type === 'integer' || schema.type === 'number')
    return /^[+-]?\d+([.]\d+)?$/.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}

function decoded(text: string | undefined): string[] {
  try {
    return text === undefined ? [] : [decodeURIComponent(text)];
  } catch {
    return [text ?? ''];
  }
}

function problemOf(place: string, { instancePath, keyword, message, params }: ErrorObject): Problem {
  const { missingProperty, additionalProperty } = params as Record<string, string | undefined>;
  const name = missingProperty ?? additionalProperty;
  const at = `${place}${instancePath}${name === undefined ? '' : `/${name}`}`;
  return { at, keyword, text: message ?? 'is not valid' };
}

/** The schema with its references pointing into the whole document. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [
      name,
      name === '$ref' && typeof each === 'string' ? `document${each}` : absolute(each),
    ]),
  );
}

function pointed(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of pointer.slice(2).split('/'))
    value = (value as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  return value;
}
