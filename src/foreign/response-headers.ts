import { toPointer } from '../contract/json-pointer.js';
import { headerText } from '../contract/printing/header-text.js';
import type {
  HeaderObject,
  OpenApiDocument,
  ParameterObject,
  Reference,
  ResponseObject,
} from '../contract/openapi.js';
import { examplesOf, follow, schemaPointer, type Located } from '../contract/operations.js';
import { resolveSchema } from '../contract/schema/resolve-schema.js';
import { isObject } from '../contract/schema/json-equal.js';
import type { ValueGenerator, Wish } from '../values/value-generator.js';

/** Makes the headers of one document's messages. */
export class HeaderMaker {
  constructor(
    private readonly document: OpenApiDocument,
    private readonly generator: ValueGenerator,
  ) {}

  /**
   * The headers that a response documents, from their examples or made from their schemas. Left out are those that say how
   * the message itself is transferred, which only the server knows, and those that HTTP can't carry.
   */
  headersOf(
    status: number,
    { pointer, value: response }: Located<ResponseObject>,
    wish: Wish,
  ): Record<string, string> {
    const headers: Record<string, string> = {};
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      const located = { pointer: pointer + toPointer(['headers', name]), value: header };
      const text = headerText(name, asText(this.valueOf(name, located, wish)));
      if (text !== undefined) headers[name] = text;
    }
    const isRedirect = [301, 302, 303, 307, 308].includes(status);
    if (isRedirect && !Object.keys(headers).some((name) => name.toLowerCase() === 'location'))
      headers.Location = 'https://example.com/';
    return headers;
  }

  /** Tells whether a response may have a header of this text: its schema accepts it, or there is none. */
  mayHave(response: Located<ResponseObject>, name: string, text: string): boolean {
    const header = this.documented(response, name);
    if (!header || !('schema' in header.value)) return true;
    const schema = `${header.pointer}/schema`;
    return this.generator.accepts(schema, text) || this.generator.accepts(schema, Number(text));
  }

  /** Tells whether the document has no value for a header of a response: neither an example nor a schema that names one. */
  isInvented(response: Located<ResponseObject>, name: string): boolean {
    const header = this.documented(response, name)?.value;
    if (!header) return true;
    if ('content' in header || examplesOf(this.document, header).size > 0) return false;
    const schema = resolveSchema(this.document, header.schema);
    return ['const', 'enum', 'example', 'examples', 'default'].every((keyword) => !(keyword in schema));
  }

  private documented({ pointer, value }: Located<ResponseObject>, name: string) {
    const all = Object.entries(value.headers ?? {});
    const [written, found] = all.find(([one]) => one.toLowerCase() === name.toLowerCase()) ?? [];
    if (written === undefined || !found) return undefined;
    const start = { pointer: pointer + toPointer(['headers', written]), value: found };
    return follow<HeaderObject>(this.document, start);
  }

  /** The value of a header, or of a parameter: its example, or one made from its schema. */
  valueOf(name: string, located: Located<HeaderObject | ParameterObject | Reference>, wish: Wish): unknown {
    const { pointer, value } = follow<HeaderObject>(this.document, located);
    const [media] = Object.keys((value as { content?: object }).content ?? {});
    const at = media === undefined ? `${pointer}/schema` : schemaPointer(pointer, media);
    const [example] = examplesOf(this.document, value).values();
    const isTaken = example !== undefined && (wish.examples === 'all' || this.generator.accepts(at, example));
    if (isTaken) return example;
    const made = this.generator.generate(at, { ...wish, given: undefined }, name);
    // An entity tag stands in quotation marks (RFC 9110 section 8.8.3).
    const tag = name.toLowerCase() === 'etag' && typeof made === 'string' ? quoted(made) : made;
    return this.generator.accepts(at, tag) ? tag : made;
  }
}

function quoted(tag: string): string {
  return /^(?:W\/)?"[^"]*"$/.test(tag) ? tag : `"${tag.replaceAll('"', '')}"`;
}

/**
 * The headers, each that has the name of a field with the value of that field, where its schema accepts it: `X-Total-Count` is the `total`
 * of a list.
 *
 * @param body the whole body
 */
export function agreeingHeaders(
  headers: Readonly<Record<string, string>>,
  body: unknown,
  accepts: (name: string, text: string) => boolean,
): Record<string, string> {
  const fields = Object.entries(isObject(body) ? body : {});
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => {
      const [, value] = fields.find(([field]) => areSameName(name, field)) ?? [];
      const isText = typeof value === 'string' || typeof value === 'number';
      const same = isText ? headerText(name, String(value)) : undefined;
      return [name, same !== undefined && accepts(name, same) ? same : text];
    }),
  );
}

/** Headers with others in their place, whatever the case of their names. */
export function withHeaders(
  headers: Readonly<Record<string, string>>,
  others: readonly (readonly [name: string, text: string])[],
): Record<string, string> {
  const taken = new Set(others.map(([name]) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(([name]) => !taken.has(name.toLowerCase()));
  return Object.fromEntries([...kept, ...others]);
}

/** Tells whether a header and a field are of one name: `X-Request-Id` and `requestId`, `X-Total-Count` and `total`. */
export function areSameName(header: string, field: string): boolean {
  return plainName(header.replace(/^x-/i, '')) === plainName(field);
}

function plainName(name: string): string {
  return name
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
    .replace(/(?<=total)count$/, '');
}

/** The simple style of OpenAPI: lists between commas. */
export function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(',');
  if (isObject(value)) return Object.entries(value).flat().map(asText).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
