/** A request as the mock receives it, and its body: the media type checked against the operation, then read and validated. */
import type { Contract } from '../../contract/contract.js';
import { isNestedDeeper, maxNesting } from '../../contract/schema/json-equal.js';
import { toPointer } from '../../contract/json-pointer.js';
import {
  covers,
  essenceOf,
  isJsonMediaType,
  sameMediaType,
  type Located,
  type Operation,
} from '../../contract/operations.js';
import type { RequestBodyObject } from '../../contract/openapi.js';
import { shown, type Problem } from '../../contract/validation/problem-text.js';
import type { ValidateFunction } from '../../contract/validation/schema-validator.js';
import type { RequestHeaders } from '../../journal/journal-entry.js';
import {
  anything,
  formReader,
  multipartReader,
  textReader,
  type BodyReader,
  type ReadBody,
} from './form-body.js';
import type { ParseError } from 'jsonc-parser';

export type { ReadBody } from './form-body.js';

export type { RequestHeaders };

export interface RequestBody {
  readonly bytes: Uint8Array;
  /** True if it was larger than the mock takes; then `bytes` is empty. */
  readonly tooLarge: boolean;
}

/** A request, independent of what received it: an HTTP server, a proxy, a fetch call. */
export interface ReceivedRequest {
  /** Upper case. */
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  /** Such as `1.1`. */
  readonly httpVersion: string;
  readonly headers: RequestHeaders;
  /** True if the client used https, where that is known. */
  readonly isSecure?: boolean;
  readonly body: RequestBody;
  /** Milliseconds from the arrival of its head until its body was whole; undefined while it is not. */
  readonly bodyMs: number | undefined;
  /** Arrival of its head, milliseconds since 1970. */
  readonly time: number;
  /** The same moment on a clock that never jumps, in milliseconds. */
  readonly elapsed: number;
}

/** The value of a header; several values are joined by commas. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}

export interface AcceptedBody {
  readonly required: boolean;
  /** Media types or ranges as the document writes them, in lower case. */
  readonly mediaTypes: readonly string[];
  /** The reader for a media type; undefined for one that is not accepted. */
  readonly readerOf: (contentType: string) => BodyReader | undefined;
}

/** Undefined where the operation takes no body. */
export function acceptedBody(contract: Contract, operation: Operation): AcceptedBody | undefined {
  const body = operation.requestBody;
  if (!body?.value.content) return undefined;
  const written = new Map<string, string[]>();
  for (const name of Object.keys(body.value.content))
    written.set(essenceOf(name), [...(written.get(essenceOf(name)) ?? []), name]);
  const mediaTypes = [...written.keys()];
  const readers = new Map<string, BodyReader>();
  return {
    required: body.value.required ?? false,
    mediaTypes,
    readerOf: (contentType) => {
      const name = mediaTypes.includes(contentType)
        ? contentType
        : nearestMediaType(mediaTypes, essenceOf(contentType));
      if (name === undefined) return undefined;
      // A range such as */* says nothing of how a body is read; what came says that.
      const form = name.includes('*') ? readAs(essenceOf(contentType)) : name;
      const [first = name, ...others] = written.get(name) ?? [];
      const exact = others.length === 0 ? first : (sameMediaType([first, ...others], contentType) ?? first);
      const key = `${exact} ${form}`;
      let reader = readers.get(key);
      if (!reader) {
        reader = bodyReader(contract, body, exact, form);
        readers.set(key, reader);
      }
      return reader;
    },
  };
}

/** One media type for all that are read alike. */
function readAs(mediaType: string): string {
  if (isJsonMediaType(mediaType)) return 'application/json';
  if (/^(application\/x-www-form-urlencoded|multipart\/form-data)$/.test(mediaType)) return mediaType;
  return mediaType.startsWith('text/') ? 'text/plain' : '';
}

/**
 * The documented media type or range that a body is read by: itself, the narrowest range, or one of the same family, for
 * `application/merge-patch+json` is JSON where the document says no more than `application/json`.
 */
function nearestMediaType(documented: readonly string[], mediaType: string): string | undefined {
  if (documented.includes(mediaType)) return mediaType;
  const ranges = documented.filter((range) => covers(range, mediaType));
  const range = ranges.find((one) => one !== '*/*') ?? ranges[0];
  if (range !== undefined) return range;
  const family = familyOf(mediaType);
  const kin = family === undefined ? [] : documented.filter((one) => familyOf(one) === family);
  // Plain JSON is rather a merge patch than a list of operations.
  return kin.find((one) => !one.startsWith('application/json-patch')) ?? kin[0];
}

function familyOf(mediaType: string): string | undefined {
  return /[/+](json|xml)$/.exec(mediaType)?.[1];
}

/**
 * Says in one sentence why a body of this media type, charset or encoding is not accepted.
 *
 * @param isEmpty true if the request has no body; a missing one is left to validation
 */
export function mediaTypeProblem(
  headers: RequestHeaders,
  isEmpty: boolean,
  { required, mediaTypes }: Pick<AcceptedBody, 'required' | 'mediaTypes'>,
): string | undefined {
  const contentType = headerOf(headers, 'content-type');
  if (isEmpty && (contentType === undefined || !required)) return undefined;
  const encoding = headerOf(headers, 'content-encoding');
  if (encoding !== undefined && encoding !== 'identity' && !isEmpty) {
    return `Content-Encoding must be identity, got ${shown(encoding)}`;
  }
  if (contentType !== undefined && mediaTypes.includes(contentType)) return undefined;
  if (contentType === undefined) return `Content-Type must be ${mediaTypes.join(' or ')}, got nothing`;
  const [mediaType = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  if (nearestMediaType(mediaTypes, mediaType) === undefined) {
    return `Content-Type must be ${mediaTypes.join(' or ')}, got ${shown(contentType)}`;
  }
  // JSON is UTF-8 (RFC 8259 section 8.1).
  const charset = isJsonMediaType(mediaType) ? charsetOf(parameters) : undefined;
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return undefined;
  return `The charset must be utf-8, got ${shown(charset)}`;
}

function charsetOf(parameters: readonly string[]): string | undefined {
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return charset?.slice('charset='.length).replaceAll('"', '');
}

/** Reads and validates a body whose media type is accepted. Returns a promise only for a form of parts and for broken JSON. */
export function readAcceptedBody(
  { required, readerOf }: AcceptedBody,
  contentType: string | undefined,
  bytes: Uint8Array,
): ReadBody | Promise<ReadBody> {
  if (bytes.length === 0) return required ? missing : nothing;
  if (contentType === undefined) return nothing;
  return readerOf(contentType)?.(bytes, contentType) ?? nothing;
}

const noProblems: readonly Problem[] = [];
const nothing: ReadBody = { value: undefined, problems: noProblems };
const missing: ReadBody = {
  value: undefined,
  problems: [{ pointer: '', text: 'body is required, got nothing' }],
};

/**
 * The reader of one media type; one that is neither JSON, a form nor text is not read. Without a schema any value is accepted.
 *
 * @param name what it is read as, in lower case
 */
function bodyReader(
  contract: Contract,
  { pointer, value }: Located<RequestBodyObject>,
  mediaType: string,
  name: string,
): BodyReader {
  const media = value.content?.[mediaType];
  if (!media) return () => nothing;
  const at = media.schema === undefined ? undefined : pointer + toPointer(['content', mediaType, 'schema']);
  if (isJsonMediaType(name))
    return jsonReader(contract, at === undefined ? anything : contract.validators.oneWayAt(at, 'readOnly'));
  if (name.startsWith('application/x-www-form-urlencoded')) return formReader(contract, media, at);
  if (name.startsWith('multipart/form-data')) return multipartReader(contract, media, at);
  return name.startsWith('text/') ? textReader(contract, at) : () => nothing;
}

function jsonReader({ validators }: Contract, validate: ValidateFunction): BodyReader {
  return (bytes) => {
    const parsed = parseJsonBody(bytes);
    if ('brokenText' in parsed) return explainSyntax(parsed.brokenText).then(notJson);
    if ('problem' in parsed) return notJson(parsed.problem);
    const { value } = parsed;
    return { value, problems: validate(value) ? noProblems : validators.problems(validate, value, 'body') };
  };
}

export type ParsedBody =
  | { readonly value: unknown }
  /** One sentence. */
  | { readonly problem: string }
  /** A text that is not JSON; `explainSyntax` says where it goes wrong. */
  | { readonly brokenText: string };

/** Keeps a byte order mark, which JSON may not begin with (RFC 8259 section 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Tells whether a body has as many brackets as one that is nested too deep; few have, and only they are walked. */
function hasManyBrackets(bytes: Uint8Array): boolean {
  let count = 0;
  for (const bracket of [0x5b, 0x7b])
    for (let at = bytes.indexOf(bracket); at !== -1; at = bytes.indexOf(bracket, at + 1)) {
      count += 1;
      if (count > maxNesting) return true;
    }
  return false;
}

/** Parses a JSON body (RFC 8259, UTF-8). */
export function parseJsonBody(bytes: Uint8Array): ParsedBody {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { problem: 'body must be JSON in UTF-8: it has bytes that are no UTF-8' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { brokenText: text };
  }
  if (hasManyBrackets(bytes) && isNestedDeeper(value, maxNesting))
    return { problem: `body must not be nested deeper than ${maxNesting} levels` };
  return { value };
}

function notJson(malformed: string): ReadBody {
  return { malformed, expected: 'JSON' };
}

/**
 * Names the line and column where a text stops being JSON. JSON.parse says so only sometimes, and differently in each engine.
 * The parser that always does is loaded for the first such text, so that it costs the start nothing.
 *
 * @param text a text that JSON.parse refuses
 * @returns a sentence about the body
 */
async function explainSyntax(text: string): Promise<string> {
  return `body must be JSON: ${await syntaxProblem(text)}`;
}

async function syntaxProblem(text: string): Promise<string> {
  if (text.startsWith('\uFEFF')) return 'it starts with a byte order mark';
  // This parser recurses and collects errors: a long or deeply nested text would overflow its stack.
  if (text.length > 100_000 || opensDeeper(text, 1000)) return 'its syntax is broken';
  const { parse, printParseErrorCode } = await import('../routing/json-parser.js');
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (!first) return 'a character is not allowed there';
  const before = text.slice(0, first.offset);
  const line = before.split('\n').length;
  const column = first.offset - before.lastIndexOf('\n');
  return `${wording(printParseErrorCode(first.error))} at line ${line}, column ${column}`;
}

/** Tells whether brackets are nested deeper than this. Brackets inside strings count too, which does no harm. */
function opensDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > levels) return true;
  }
  return false;
}

/** `CloseBraceExpected` → `close brace expected`. */
function wording(code: string): string {
  return code
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase());
}
