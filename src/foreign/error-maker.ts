import { getOrMake } from '../contract/get-or-make.js';
import {
  messageNames,
  namesOtherStatus,
  says,
  statusNames,
  tellingProblems,
} from '../contract/error-body.js';
import type { ErrorContent, ErrorMaker, ErrorText, HeaderTexts } from '../contract/error-body.js';
import { isObject } from '../contract/schema/json-equal.js';
import type { MediaTypeObject, OpenApiDocument, ResponseObject, SchemaObject } from '../contract/openapi.js';
import { seededRandom } from '../contract/seeded-random.js';
import type { At } from '../values/maker.js';
import type { Shape } from '../values/schema/shape.js';
import { ValueGenerator } from '../values/value-generator.js';
import { fromPointer, toPointer, valueAt } from '../contract/json-pointer.js';
import { fieldPath } from '../contract/validation/problem-text.js';
import { essenceOf, examplesOf, schemaPointer, type Located } from '../contract/operations.js';
import type { ExampleUse } from './document-answers.js';
import { agreeingHeaders, areSameName, HeaderMaker, withHeaders } from './response-headers.js';
import { bodyForm } from './write-body.js';
import { markupText, writeXml } from './write-xml.js';

/**
 * Makes errors in the shape that a document gives them: the message where a message belongs, the status or its name where a
 * code is wanted, one entry for each problem where there is a list; the rest is what the schema requires. An open object that has no
 * text for it gets a `message`.
 */
export class DocumentErrors implements ErrorMaker {
  private made: ValueGenerator | undefined;
  /** By pointer and status. */
  private readonly documentedHeaders = new Map<string, Record<string, string>>();

  constructor(
    private readonly document: OpenApiDocument,
    private readonly examples: ExampleUse,
  ) {}

  private get generator(): ValueGenerator {
    return (this.made ??= new ValueGenerator(this.document, 'response'));
  }

  headers(
    response: Located<ResponseObject>,
    status: number,
    given: HeaderTexts,
    body?: unknown,
  ): HeaderTexts {
    const maker = new HeaderMaker(this.document, this.generator);
    const documented = getOrMake(this.documentedHeaders, `${status} ${response.pointer}`, () => {
      const random = seededRandom(response.pointer, status);
      return maker.headersOf(status, response, { random, examples: 'accepted' });
    });
    const accepts = (name: string, text: string): boolean => maker.mayHave(response, name, text);
    const own = Object.entries(given).filter(([name, text]) => accepts(name, text));
    return withHeaders(agreeingHeaders(documented, body, accepts), own);
  }

  example(pointer: string, value: unknown): unknown {
    if (this.examples === 'document' || this.generator.accepts(pointer, value)) return value;
    const random = seededRandom(pointer, JSON.stringify(value));
    return this.generator.generate(pointer, { random, examples: 'accepted', given: value });
  }

  value(pointer: string, content: ErrorContent): unknown {
    const value = this.tellingValue(pointer, content);
    if (!namesOtherStatus(value, content.status)) return value;
    // A union may have a branch for each status.
    for (const branch of this.branchesOf(pointer)) {
      const other = this.tellingValue(branch, content);
      const isRight = other !== undefined && !namesOtherStatus(other, content.status);
      if (isRight && this.generator.accepts(pointer, other)) return other;
    }
    return value;
  }

  /** An error as the page, the plain text or the XML that its response is documented as; undefined where it is none of these. */
  text({ pointer, value }: Located<ResponseObject>, content: ErrorContent): ErrorText | undefined {
    for (const [name, media] of Object.entries(value.content ?? {})) {
      const essence = essenceOf(name);
      if (essence === 'text/html') return { mediaType: `${essence}; charset=utf-8`, text: page(content) };
      if (essence === 'text/plain')
        return { mediaType: `${essence}; charset=utf-8`, text: `${lines(content).join('\n')}\n` };
      const text = /[/+]xml$/.test(essence)
        ? this.xml(schemaPointer(pointer, name), media, content)
        : undefined;
      if (text !== undefined) return { mediaType: essence, text };
    }
    const [first] = Object.keys(value.content ?? {});
    const mediaType = essenceOf(first ?? '');
    if (first === undefined || !/^[\w.+-]+\/[\w.+-]+$/.test(mediaType)) return undefined;
    const made = this.value(schemaPointer(pointer, first), content);
    return { mediaType, text: textOfOtherType(mediaType, made, content) };
  }

  /** The error, or the document's example where nothing describes it. */
  private xml(pointer: string, media: MediaTypeObject, content: ErrorContent): string | undefined {
    const made = media.schema === undefined ? undefined : this.value(pointer, content);
    if (made !== undefined) return writeXml(made, this.generator, pointer);
    const [example] = examplesOf(this.document, media).values();
    return typeof example === 'string' ? example : undefined;
  }

  private tellingValue(pointer: string, content: ErrorContent): unknown {
    const made = this.tellingOf(pointer, content);
    const { headers, ...without } = content;
    // The schema of a field may exclude what the header says.
    return made === undefined && headers ? this.tellingOf(pointer, without) : made;
  }

  private tellingOf(pointer: string, content: ErrorContent): unknown {
    const value = tellingProblems(content, (told) => this.generate(pointer, told));
    if (value === undefined || says(value, content)) return value;
    const anywhere = tellingProblems(content, (told) => this.generate(pointer, told, true));
    if (says(anywhere, content)) return anywhere;
    if (!isObject(value) || 'message' in value) return value;
    const added = tellingProblems(content, ({ message }) => ({ ...value, message }));
    return this.generator.accepts(pointer, added) ? added : value;
  }

  /** The pointers of the branches of a union, behind references. */
  private branchesOf(start: string): string[] {
    let pointer = start;
    let schema = Object(valueAt(this.document, pointer)) as SchemaObject;
    for (let hops = 0; hops < 8 && schema.$ref?.startsWith('#/') === true; hops += 1) {
      pointer = decodeURIComponent(schema.$ref.slice(1));
      schema = Object(valueAt(this.document, pointer)) as SchemaObject;
    }
    return (['anyOf', 'oneOf'] as const).flatMap((keyword) =>
      (schema[keyword] ?? []).map((_, index) => `${pointer}/${keyword}/${index}`),
    );
  }

  /** @param anywhere true to put the message into any text that isn't meant for something else */
  private generate(pointer: string, content: ErrorContent, anywhere = false): unknown {
    const value = this.generator.generate(pointer, {
      random: seededRandom(pointer, content.status),
      // An example of the whole error would stand in place of what was wrong.
      examples: 'plain',
      suggest: (at, shape) =>
        suggestion(at, shape, content) ?? (anywhere ? freeText(at, shape, content) : undefined),
      wants: (name) =>
        [messageNames, statusNames, listNames].some((names) => names.test(name)) ||
        (content.places !== undefined && placeNames.test(name)) ||
        (anywhere && isFree(name)),
    });
    return this.generator.accepts(pointer, value) ? value : undefined;
  }
}

const listNames =
  /^((error|field|validation)?_?(errors|problems|violations|issues|details|messages|causes|reasons)|detail)$/i;
/** Names under which a form looks for where a problem is. */
const placeNames = /^(pointer|loc|(field|param|parameter|property)(_?(name|path))?)$/i;
const failureNames = /^(success|succeeded|successful|ok)$/i;

/** The value for a property of an error; undefined where its name suggests none. */
function suggestion(at: At, shape: Shape, content: ErrorContent): unknown {
  const { name } = at;
  const may = (type: 'string' | 'integer' | 'boolean' | 'array'): boolean => shape.types.includes(type);
  const place = placeText(at, shape, content);
  if (place !== undefined) return place;
  if (shape.values) return fittingValue(shape.values, content.status);
  // `request_id` and the header `X-Request-Id` are one id.
  const [, same] = Object.entries(content.headers ?? {}).find(([header]) => areSameName(header, name)) ?? [];
  if (same !== undefined && may('string')) return same;
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

/**
 * The place of a problem, for the property of which the name asks for it: a JSON pointer, the name of a field or parameter, or their
 * steps. A `path` outside of a list is that of the request.
 */
function placeText({ name, isListed, ordinal, given }: At, shape: Shape, { places }: ErrorContent): unknown {
  const place = places?.[isListed ? ordinal : 0];
  if (!place || !(placeNames.test(name) || (isListed && name === 'path'))) return undefined;
  // A step of a list of texts.
  if (typeof given === 'number' && shape.types.includes('string')) return String(given);
  const { location, pointer } = place;
  const steps = fromPointer(pointer).slice(location === 'body' ? 0 : 1);
  if (!shape.types.includes('string')) {
    const numbered = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const isList = shape.isTyped && shape.types.includes('array');
    return isList ? [...(name === 'loc' ? [location] : []), ...numbered] : undefined;
  }
  if (name !== 'pointer') return fieldPath(toPointer(steps), location);
  const isFragment = shape.formats.some((format) => /^uri|fragment$/.test(format));
  return isFragment || shape.given.some((example) => String(example).startsWith('#'))
    ? `#${pointer}`
    : pointer;
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

/** A table, a stream or a kind that only its service knows; a file of which nobody could read the error holds the message. */
function textOfOtherType(mediaType: string, value: unknown, content: ErrorContent): string {
  const form = bodyForm(mediaType);
  const written = form.isFile || value === undefined ? undefined : form.write([value], JSON.stringify);
  return typeof written === 'string' ? written : `${lines(content).join('\n')}\n`;
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
