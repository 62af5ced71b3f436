/** Compares the bodies, statuses and headers of an operation. */
import { covers, responseFor, sameMediaType, schemaPointer } from '../../contract/operations.js';
import type { Located, Operation } from '../../contract/operations.js';
import { toPointer } from '../../contract/json-pointer.js';
import type { HeaderObject, MediaTypeObject, ResponseObject } from '../../contract/openapi.js';
import type { Part } from '../change.js';
import type { SchemaComparer } from '../schema/schema-comparer.js';
import { compareEncodings, headersOf } from './compare-encodings.js';
import { changeOf, changeOfState, changesOf, type FoundChange } from './found-change.js';

/** Comparers of both directions. */
export interface Comparers {
  readonly request: SchemaComparer;
  readonly response: SchemaComparer;
}

export function* compareRequestBodies(
  old: Operation,
  now: Operation,
  { request }: Comparers,
): Generator<FoundChange> {
  const [before, after] = [old.requestBody, now.requestBody];
  const part: Part = { kind: 'request body', mediaType: undefined };
  const pointers = { old: before?.pointer ?? old.pointer, new: after?.pointer ?? now.pointer };
  const required = [before?.value.required === true, after?.value.required === true] as const;
  if (!before && after) yield changeOf(required[1] ? 'required-body-added' : 'body-added', part, pointers);
  if (before && !after) yield changeOf('body-removed', part, pointers);
  if (!before || !after) return;
  yield* changeOfState(required, ['body-became-required', 'body-became-optional'], part, pointers);
  yield* compareContents(before, after, request, (mediaType) => ({ kind: 'request body', mediaType }));
}

export function* compareResponses(
  old: Operation,
  now: Operation,
  comparers: Comparers,
): Generator<FoundChange> {
  for (const [status, response] of old.responses) {
    const other = responseOf(now, status);
    if (other) yield* compareResponse(status, response, other, comparers.response);
    else if (!isNarrowed(old, now, status)) {
      const kind = isSuccess(status) ? 'success-status-removed' : 'error-status-removed';
      yield changeOf(kind, { kind: 'response', status }, { old: response.pointer, new: now.pointer });
    }
  }
  for (const [status, response] of now.responses) {
    const before = responseOf(old, status);
    if (old.responses.has(status)) continue;
    if (before) {
      yield* compareResponse(status, before, response, comparers.response);
      continue;
    }
    const kind = isSuccess(status) ? 'success-status-added' : 'error-status-added';
    yield changeOf(kind, { kind: 'response', status }, { old: old.pointer, new: response.pointer });
  }
}

function* compareResponse(
  status: string,
  old: Located<ResponseObject>,
  now: Located<ResponseObject>,
  comparer: SchemaComparer,
): Generator<FoundChange> {
  yield* compareHeaders(status, old, now, comparer);
  const partOf = (mediaType: string): Part => ({ kind: 'response body', status, mediaType });
  yield* compareContents(old, now, comparer, partOf);
}

/** Returns whether a class such as 2XX became some of its statuses, which were possible before. */
function isNarrowed(old: Operation, now: Operation, status: string): boolean {
  const isOfClass = (one: string): boolean => /^\d+$/.test(one) && one.startsWith(status.charAt(0));
  return /^\dXX$/i.test(status) && [...now.responses.keys()].some((one) => isOfClass(one));
}

/** A class or default stands for the statuses that are not named. */
function responseOf(operation: Operation, status: string): Located<ResponseObject> | undefined {
  return (
    operation.responses.get(status) ??
    (/^\d+$/.test(status) ? responseFor(operation, Number(status)) : undefined)
  );
}

function isSuccess(status: string): boolean {
  return /^[23]/.test(status);
}

type WithContent = Located<{ readonly content?: Record<string, MediaTypeObject> }>;

function* compareContents(
  old: WithContent,
  now: WithContent,
  comparer: SchemaComparer,
  partOf: (mediaType: string) => Part,
): Generator<FoundChange> {
  const [before, after] = [Object.keys(old.value.content ?? {}), Object.keys(now.value.content ?? {})];
  const pointers = { old: old.pointer, new: now.pointer };
  for (const name of before) {
    const other = sameMediaType(after, name) ?? after.find((one) => covers(one, name));
    // A range became some of its media types: a response had them before, of a request the others are gone.
    const named = other === undefined ? after.filter((one) => covers(name, one)) : [other];
    if (named.length === 0 || (other === undefined && comparer.direction === 'request'))
      yield changeOf('media-type-removed', partOf(name), pointers, { before: name });
    for (const two of named) {
      const place = other === undefined ? two : name;
      const [before, after] = [schemaPointer(old.pointer, name), schemaPointer(now.pointer, two)];
      yield* changesOf(partOf(place), comparer.compareAt(before, after));
      const sides = [contentAt(old, name), contentAt(now, two)] as const;
      yield* compareEncodings(place, partOf(place), sides, comparer);
    }
  }
  for (const name of after) {
    if (before.some((one) => covers(name, one))) continue;
    const part = partOf(name);
    // The receiver of a webhook can't ask for the media type that it knows.
    const isSent = part.kind === 'request body' && comparer.direction === 'response';
    yield changeOf(isSent ? 'media-type-sent' : 'media-type-added', part, pointers, { after: name });
  }
}

function contentAt({ pointer, value }: WithContent, mediaType: string): Located<MediaTypeObject> {
  return { pointer: pointer + toPointer(['content', mediaType]), value: value.content?.[mediaType] ?? {} };
}

function* compareHeaders(
  status: string,
  old: Located<ResponseObject>,
  now: Located<ResponseObject>,
  comparer: SchemaComparer,
): Generator<FoundChange> {
  const [before, after] = [headersOf(comparer.old, old), headersOf(comparer.now, now)];
  for (const [key, { name, header }] of before) {
    const part: Part = { kind: 'response header', status, name };
    const other = after.get(key)?.header;
    if (!other) {
      const removed = changeOf('header-removed', part, { old: header.pointer, new: now.pointer });
      yield header.value.required === true ? removed : { ...removed, isLikely: true };
      continue;
    }
    const pointers = { old: header.pointer, new: other.pointer };
    const required = [header.value.required === true, other.value.required === true] as const;
    yield* changeOfState(required, ['header-became-required', 'header-became-optional'], part, pointers);
    yield* changesOf(part, comparer.compareAt(schemaOfHeader(header), schemaOfHeader(other)));
  }
  for (const [key, { name, header }] of after) {
    if (before.has(key)) continue;
    const part: Part = { kind: 'response header', status, name };
    const isAsked = comparer.direction === 'request' && header.value.required === true;
    const pointers = { old: old.pointer, new: header.pointer };
    yield changeOf(isAsked ? 'header-became-required' : 'header-added', part, pointers);
  }
}

/** JSON pointer of the schema of a header, which may stand below a media type. */
function schemaOfHeader({ pointer, value }: Located<HeaderObject & WithContent['value']>): string {
  const [mediaType] = Object.keys(value.content ?? {});
  return mediaType === undefined ? `${pointer}/schema` : schemaPointer(pointer, mediaType);
}
