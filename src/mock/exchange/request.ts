/** A request as the mock receives it, and its body: the media type checked against the operation, then read and validated. */
import type { Contract } from '../../contract/contract.js';
import { isJsonMediaType } from '../../contract/operations.js';
import type { Operation } from '../../contract/operations.js';
import { shown } from '../../contract/validation/problem-text.js';
import type { RequestHeaders } from '../../journal/journal-entry.js';
import { bodyReader, covers } from './body-reader.js';
import type { BodyReader, ReadBody } from './body-reader.js';

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
  /** Whether the client used https, where that is known. */
  readonly isSecure?: boolean;
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
  /** How a body of a media type is read; undefined for one that is not accepted. */
  readonly readerOf: (contentType: string) => BodyReader | undefined;
}

/** Undefined where the operation takes no body. */
export function acceptedBody(contract: Contract, operation: Operation): AcceptedBody | undefined {
  const body = operation.requestBody;
  if (!body?.value.content) return undefined;
  const written = new Map(Object.keys(body.value.content).map((name) => [mediaTypeOf(name), name] as const));
  const mediaTypes = [...written.keys()];
  const readers = new Map<string, BodyReader>();
  return {
    required: body.value.required ?? false,
    mediaTypes,
    readerOf: (contentType) => {
      const name = mediaTypes.includes(contentType)
        ? contentType
        : nearestMediaType(mediaTypes, mediaTypeOf(contentType));
      if (name === undefined) return undefined;
      let reader = readers.get(name);
      if (!reader) {
        reader = bodyReader(contract, body, written.get(name) ?? name);
        readers.set(name, reader);
      }
      return reader;
    },
  };
}

/** Without parameters, in lower case. */
function mediaTypeOf(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/**
 * The documented media type or range that a body is read by: itself, the narrowest range, or one of the same family, for
 * `application/merge-patch+json` is JSON where the document says no more than `application/json`.
 */
function nearestMediaType(documented: readonly string[], mediaType: string): string | undefined {
  if (documented.includes(mediaType)) return mediaType;
  const ranges = documented.filter((range) => covers(range, mediaType));
  const range = ranges.find((one) => one !== '*/*') ?? ranges[0];
  return (
    range ?? documented.find((one) => familyOf(one) !== undefined && familyOf(one) === familyOf(mediaType))
  );
}

function familyOf(mediaType: string): string | undefined {
  return /[/+](json|xml)$/.exec(mediaType)?.[1];
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

const nothing: ReadBody = { value: undefined, problems: [] };
const missing: ReadBody = {
  value: undefined,
  problems: [{ pointer: '', text: 'body is required, got nothing' }],
};
