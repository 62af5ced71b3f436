/** A request as the mock receives it, and its body: the media type checked against the operation, JSON parsed and validated. */
import { requestBodyValidator } from '../../contract/contract.js';
import type { Contract } from '../../contract/contract.js';
import { isNestedDeeper, maxNesting } from '../../contract/json-nesting.js';
import { isJsonMediaType } from '../../contract/operations.js';
import type { Operation } from '../../contract/operations.js';
import { shown } from '../../contract/validation/problem-text.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import type { ValidateFunction } from '../../contract/validation/schema-validator.js';
import type { RequestHeaders } from '../../journal/journal-entry.js';
import { explainSyntax } from '../routing/explain-syntax.js';

export type { RequestHeaders };

export interface RequestBody {
  readonly bytes: Uint8Array;
  /** Whether it was larger than the mock takes; then `bytes` is empty. */
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
  readonly body: RequestBody;
  /** When it arrived, milliseconds since 1970. */
  readonly time: number;
  /** The same moment on a clock that never jumps, in milliseconds. */
  readonly elapsed: number;
}

/** The value of a header; several values are joined by commas. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}

/** The body that an operation accepts. */
export interface AcceptedBody {
  readonly required: boolean;
  /** Media types or ranges as the document writes them, in lower case. */
  readonly mediaTypes: readonly string[];
  /** Those of them that carry JSON. */
  readonly jsonTypes: readonly string[];
  /** Undefined where the document has no schema for JSON. */
  readonly validateJson: ValidateFunction | undefined;
}

/** Undefined where the operation takes no body. */
export function acceptedBody(contract: Contract, operation: Operation): AcceptedBody | undefined {
  const body = operation.requestBody?.value;
  if (!body?.content) return undefined;
  const mediaTypes = Object.keys(body.content).map((mediaType) =>
    (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase(),
  );
  return {
    required: body.required ?? false,
    mediaTypes,
    jsonTypes: mediaTypes.filter(isJsonMediaType),
    validateJson: requestBodyValidator(contract, operation),
  };
}

/**
 * Why a body of this media type, charset or encoding is not accepted, as one sentence.
 *
 * @param isEmpty whether the request has no body; a missing one is left to validation
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
  if (!mediaTypes.some((range) => covers(range, mediaType))) {
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

/** Whether a media type range such as `application/*` covers a media type. */
function covers(range: string, mediaType: string): boolean {
  if (range === mediaType || range === '*/*') return true;
  return range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1));
}

export type ReadBody =
  /** Undefined where there is no body, or none that the document describes as JSON. */
  | { readonly value: unknown; readonly problems: readonly Problem[] }
  /** Not JSON at all: one sentence. */
  | { readonly malformed: string };

/** Parses and validates a body whose media type is accepted. Returns a promise only for a body that is not JSON. */
export function readJsonBody(
  { validators }: Pick<Contract, 'validators'>,
  { required, jsonTypes, validateJson }: AcceptedBody,
  contentType: string | undefined,
  bytes: Uint8Array,
): ReadBody | Promise<ReadBody> {
  if (bytes.length === 0) return required ? missing : nothing;
  if (!validateJson || contentType === undefined) return nothing;
  if (!jsonTypes.includes(contentType) && !isJsonMediaType(contentType)) return nothing;
  const parsed = parseJsonBody(bytes);
  if ('brokenText' in parsed) return explainSyntax(parsed.brokenText).then((malformed) => ({ malformed }));
  if ('problem' in parsed) return { malformed: parsed.problem };
  const { value } = parsed;
  const problems = validateJson(value) ? noProblems : validators.problems(validateJson, value, 'body');
  return { value, problems };
}

const noProblems: readonly Problem[] = [];
const nothing: ReadBody = { value: undefined, problems: noProblems };
const missing: ReadBody = {
  value: undefined,
  problems: [{ pointer: '', text: 'body is required, got nothing' }],
};

export type ParsedBody =
  | { readonly value: unknown }
  /** One sentence. */
  | { readonly problem: string }
  /** A text that is not JSON; `explainSyntax` says where it goes wrong. */
  | { readonly brokenText: string };

/** Keeps a byte order mark, which JSON may not begin with (RFC 8259 section 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether a body has as many brackets as one that is nested too deep; few have, and only they are walked. */
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
