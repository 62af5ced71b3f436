import {
  messageNames,
  namesOtherStatus,
  says,
  statusNames,
  tellingProblems,
} from '../contract/error-body.js';
import type { ErrorContent, ErrorMaker, ErrorText } from '../contract/error-body.js';
import { isObject } from '../contract/schema/json-equal.js';
import type { MediaTypeObject, OpenApiDocument, ResponseObject, SchemaObject } from '../contract/openapi.js';
import { seededRandom } from '../contract/seeded-random.js';
import type { At } from '../values/maker.js';
import type { Shape } from '../values/schema/shape.js';
import { ValueGenerator, type Wish } from '../values/value-generator.js';
import { toPointer, valueAt } from '../contract/json-pointer.js';
import { essenceOf, examplesOf, type Located } from '../contract/operations.js';
import { areSameName, mayHave, responseHeaders } from './response-headers.js';
import { bodyForm } from './write-body.js';
import { markupText, writeXml } from './write-xml.js';

/**
 * Makes errors in the shape that a document gives them: the message where a message belongs, the status or its name where a
 * code is wanted, one entry for each problem where there is a list; the rest is what the schema requires. An open object that has no
 * text for it gets a `message`.
 */
export function errorMakerFor(document: OpenApiDocument): ErrorMaker {
  let made: ValueGenerator | undefined;
  const generator = (): ValueGenerator => (made ??= new ValueGenerator(document, 'response'));
  const headersOf = new Map<ResponseObject, Record<string, string>>();
  return {
    headers: (response, status, given) => {
      const wish: Wish = { random: seededRandom(response.pointer, status), examples: 'accepted' };
      const known =
        headersOf.get(response.value) ?? responseHeaders(document, generator(), status, response, wish);
      headersOf.set(response.value, known);
      const own = Object.entries(given).filter(([name, text]) =>
        mayHave(document, generator(), response, name, text),
      );
      const isOwn = new Set(own.map(([name]) => name.toLowerCase()));
      const others = Object.entries(known).filter(([name]) => !isOwn.has(name.toLowerCase()));
      return Object.fromEntries([...others, ...own]);
    },
    value: (pointer, content) => errorValue(document, generator(), pointer, content),
    text: (response, content) => {
      const valueOf = (pointer: string): unknown => errorValue(document, generator(), pointer, content);
      return errorText({ document, generator: generator(), valueOf }, response, content);
    },
  };
}

function errorValue(
  document: OpenApiDocument,
  generator: ValueGenerator,
  pointer: string,
  content: ErrorContent,
): unknown {
  const value = tellingValue(generator, pointer, content);
  if (!namesOtherStatus(value, content.status)) return value;
  // A union may have a branch for each status.
  for (const branch of branchesOf(document, pointer)) {
    const other = tellingValue(generator, branch, content);
    if (other !== undefined && !namesOtherStatus(other, content.status) && generator.accepts(pointer, other))
      return other;
  }
  return value;
}

function tellingValue(generator: ValueGenerator, pointer: string, content: ErrorContent): unknown {
  const made = tellingOf(generator, pointer, content);
  // The schema of a field may exclude what the header says.
  return made === undefined && content.headers
    ? tellingOf(generator, pointer, {
        status: content.status,
        message: content.message,
        errors: content.errors,
      })
    : made;
}

function tellingOf(generator: ValueGenerator, pointer: string, content: ErrorContent): unknown {
  const value = tellingProblems(content, (told) => generate(generator, pointer, told));
  if (value === undefined || says(value, content)) return value;
  const anywhere = tellingProblems(content, (told) => generate(generator, pointer, told, true));
  if (says(anywhere, content)) return anywhere;
  if (!isObject(value) || 'message' in value) return value;
  const added = tellingProblems(content, ({ message }) => ({ ...value, message }));
  return generator.accepts(pointer, added) ? added : value;
}

/** The pointers of the branches of a union, behind references. */
function branchesOf(document: OpenApiDocument, start: string): string[] {
  let pointer = start;
  let schema = Object(valueAt(document, pointer)) as SchemaObject;
  for (let hops = 0; hops < 8 && schema.$ref?.startsWith('#/') === true; hops += 1) {
    pointer = decodeURIComponent(schema.$ref.slice(1));
    schema = Object(valueAt(document, pointer)) as SchemaObject;
  }
  return (['anyOf', 'oneOf'] as const).flatMap((keyword) =>
    (schema[keyword] ?? []).map((_, index) => `${pointer}/${keyword}/${index}`),
  );
}

/** @param anywhere true to put the message into any text that isn't meant for something else */
function generate(
  generator: ValueGenerator,
  pointer: string,
  content: ErrorContent,
  anywhere = false,
): unknown {
  const wish: Wish = {
    random: seededRandom(pointer, content.status),
    // An example of the whole error would stand in place of what was wrong.
    examples: 'plain',
    suggest: (at, shape) =>
      suggestion(at, shape, content) ?? (anywhere ? freeText(at, shape, content) : undefined),
    wants: (name) =>
      messageNames.test(name) || statusNames.test(name) || listNames.test(name) || (anywhere && isFree(name)),
  };
  const value = generator.generate(pointer, wish);
  return generator.accepts(pointer, value) ? value : undefined;
}

const listNames =
  /^((error|field|validation)?_?(errors|problems|violations|issues|details|messages|causes|reasons))$/i;
const failureNames = /^(success|succeeded|successful|ok)$/i;

/** The value for a property of an error; undefined where its name suggests none. */
function suggestion(at: At, shape: Shape, content: ErrorContent): unknown {
  const { name } = at;
  const may = (type: 'string' | 'integer' | 'boolean' | 'array'): boolean => shape.types.includes(type);
  if (shape.values) return fittingValue(shape.values, content.status);
  const same = may('string') ? headerOfName(content.headers ?? {}, name) : undefined;
  if (same !== undefined) return same;
  if (shape.isTyped && may('array') && !may('string'))
    return listNames.test(name) && shape.maxItems > 0 ? content.errors.slice(0, shape.maxItems) : undefined;
  if (statusNames.test(name)) return statusValue(shape, content.status, may('integer') && shape.isTyped);
  if (failureNames.test(name) && may('boolean')) return false;
  if (name === 'type' && shape.formats.some((format) => format.startsWith('uri'))) return 'about:blank';
  if (!may('string') || (!shape.isTyped && !messageNames.test(name))) return undefined;
  const isMessage = messageNames.test(name) || (at.isListed && listNames.test(name));
  const text = at.isListed ? (content.errors[at.ordinal] ?? content.message) : content.message;
  return isMessage ? text.slice(0, Math.min(shape.maxLength, 5_000)) : undefined;
}

/** The header that a field has the name of: `request_id` and `X-Request-Id` are one id. */
function headerOfName(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([header]) => areSameName(header, name))?.[1];
}

/** The message, for a text without a meaning of its own. */
function freeText({ name }: At, shape: Shape, { message }: ErrorContent): unknown {
  const isText = shape.types.includes('string') && shape.isTyped && shape.formats.length === 0;
  return isText && isFree(name) ? message.slice(0, Math.min(shape.maxLength, 5_000)) : undefined;
}

function isFree(name: string): boolean {
  return !/(^|_|[a-z])(ids?|ur[il]s?|links?|href|codes?|types?|names?|dates?|times?|at|version|path|method|instance)$/i.test(
    name,
  );
}

/** A code of the document's own, which its example shows, is not a status. */
function statusValue(shape: Shape, status: number, isNumber: boolean): unknown {
  const isOwnCode = shape.given.some((value) => !/^[1-5]\d\d$/.test(String(value)));
  if (isOwnCode) return undefined;
  return isNumber ? status : String(status);
}

/** Names of the statuses in APIs, without separators; the first word that a code contains decides. */
const words: Readonly<Record<number, readonly string[]>> = {
  400: ['badrequest', 'validation', 'invalidrequest', 'invalidargument', 'invalid', 'malformed'],
  401: ['unauthorized', 'unauthenticated', 'authentication', 'invalidtoken', 'invalidkey'],
  403: ['forbidden', 'permissiondenied', 'accessdenied', 'permission', 'authorization', 'notallowed'],
  404: ['notfound', 'missing', 'doesnotexist'],
  405: ['methodnotallowed', 'notallowed'],
  409: ['conflict', 'alreadyexists', 'duplicate'],
  413: ['toolarge', 'limit'],
  415: ['unsupportedmedia', 'unsupported', 'mediatype'],
  422: ['unprocessable', 'validation', 'invalid'],
  429: ['toomanyrequests', 'ratelimit', 'throttl', 'quota', 'limit'],
  500: ['internal', 'servererror', 'unknown', 'unexpected'],
  503: ['unavailable', 'maintenance', 'internal'],
};

/** The value of an enumeration that means the status: the number, or a name of it. */
function fittingValue(values: readonly unknown[], status: number): unknown {
  const exact = values.find((value) => String(value) === String(status));
  if (exact !== undefined) return exact;
  const plain = (value: unknown): string =>
    typeof value === 'string' ? value.replace(/[^A-Za-z]/g, '').toLowerCase() : '';
  for (const word of words[status] ?? []) {
    const found =
      values.find((value) => plain(value) === word) ?? values.find((value) => plain(value).includes(word));
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Makers {
  readonly document: OpenApiDocument;
  readonly generator: ValueGenerator;
  /** The error as a value of the schema at a pointer; undefined where that accepts none. */
  readonly valueOf: (pointer: string) => unknown;
}

/** An error as the page, the plain text or the XML that its response is documented as; undefined where it is none of these. */
function errorText(
  { document, generator, valueOf }: Makers,
  { pointer, value }: Located<ResponseObject>,
  content: ErrorContent,
): ErrorText | undefined {
  for (const [name, media] of Object.entries(value.content ?? {})) {
    const essence = essenceOf(name);
    if (/^text\/(html|plain)$/.test(essence)) {
      const text =
        essence === 'text/html'
          ? page(content)
          : lines(content)
              .map((line) => `${line}\n`)
              .join('');
      return { mediaType: `${essence}; charset=utf-8`, text };
    }
    if (!/[/+]xml$/.test(essence)) continue;
    const schema = `${pointer}${toPointer(['content', name, 'schema'])}`;
    const made = media.schema === undefined ? undefined : valueOf(schema);
    const text =
      made === undefined
        ? exampleText(document, media)
        : writeXml(made, generator.places.at(schema), (places) => generator.shapeOf(places));
    if (text !== undefined) return { mediaType: essence, text };
  }
  const [other] = Object.keys(value.content ?? {}).map(essenceOf);
  if (other === undefined || !/^[\w.+-]+\/[\w.+-]+$/.test(other)) return undefined;
  return { mediaType: other, text: textOfOtherType(other, valueOf(schemaOf(pointer, value)), content) };
}

function schemaOf(pointer: string, { content = {} }: ResponseObject): string {
  return `${pointer}${toPointer(['content', Object.keys(content)[0] ?? '', 'schema'])}`;
}

/** A table, a stream or a kind that only its service knows; a file of which nobody could read the error holds the message. */
function textOfOtherType(mediaType: string, value: unknown, content: ErrorContent): string {
  const form = bodyForm(mediaType);
  const written = form.isFile || value === undefined ? undefined : form.write([value], plainJson);
  return typeof written === 'string' ? written : `${lines(content).join('\n')}\n`;
}

const plainJson = (value: unknown): string => JSON.stringify(value);

function exampleText(document: OpenApiDocument, media: MediaTypeObject): string | undefined {
  const [example] = examplesOf(document, media).values();
  return typeof example === 'string' ? example : undefined;
}

/** The message, then each problem that it does not say itself. */
function lines({ message, errors }: ErrorContent): string[] {
  return [message, ...errors.filter((error) => error !== message)];
}

/** The texts quote the request, and a page may not run what it sent. */
function page(content: ErrorContent): string {
  const [title = '', ...problems] = lines(content).map(markupText);
  const list = problems.map((problem) => `<li>${problem}</li>\n`).join('');
  return `<!doctype html>\n<title>${title}</title>\n<h1>${content.status} ${title}</h1>\n${list && `<ul>\n${list}</ul>\n`}`;
}
