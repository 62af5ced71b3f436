import { toPointer } from '../contract/json-pointer.js';
import { headerText } from '../contract/printing/header-text.js';
import type {
  HeaderObject,
  OpenApiDocument,
  ParameterObject,
  Reference,
  ResponseObject,
} from '../contract/openapi.js';
import { examplesOf, follow, type Located } from '../contract/operations.js';
import { isObject } from '../contract/schema/json-equal.js';
import type { ValueGenerator, Wish } from '../values/value-generator.js';

/**
 * The headers that a response documents, from their examples or made from their schemas. Left out are those that say how
 * the message itself is transferred, which only the server knows, and those that HTTP can't carry.
 */
export function responseHeaders(
  document: OpenApiDocument,
  generator: ValueGenerator,
  status: number,
  { pointer, value: response }: Located<ResponseObject>,
  wish: Wish,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    const at = `${pointer}${toPointer(['headers', name])}`;
    const text = headerText(
      name,
      asText(headerValue(document, generator, name, { pointer: at, value: header }, wish)),
    );
    if (text !== undefined) headers[name] = text;
  }
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  if (isRedirect && !Object.keys(headers).some((name) => name.toLowerCase() === 'location'))
    headers.Location = 'https://example.com/';
  return headers;
}

/** The value of a header, or of a parameter: its example, or one made from its schema. */
export function headerValue(
  document: OpenApiDocument,
  generator: ValueGenerator,
  name: string,
  located: Located<HeaderObject | ParameterObject | Reference>,
  wish: Wish,
): unknown {
  const { pointer, value } = follow<HeaderObject>(document, located);
  const media = Object.entries((value as { content?: object }).content ?? {})[0];
  const at = media ? `${pointer}${toPointer(['content', media[0], 'schema'])}` : `${pointer}/schema`;
  const [example] = examplesOf(document, value).values();
  if (example !== undefined && (wish.examples === 'all' || generator.accepts(at, example))) return example;
  return generator.generate(at, { ...wish, given: undefined }, name);
}

/** The simple style of OpenAPI: lists between commas. */
export function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(',');
  if (isObject(value)) return Object.entries(value).flat().map(asText).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
