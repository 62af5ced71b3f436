/** How a request's body is read and validated, by the media type under which the document describes it. */
import type { Contract } from '../../contract/contract.js';
import { isNestedDeeper, maxNesting } from '../../contract/json-nesting.js';
import { toPointer } from '../../contract/json-pointer.js';
import { isJsonMediaType } from '../../contract/operations.js';
import type { Located } from '../../contract/operations.js';
import type { MediaTypeObject, RequestBodyObject } from '../../contract/openapi.js';
import { shown } from '../../contract/validation/problem-text.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import type { ValidateFunction } from '../../contract/validation/schema-validator.js';
import type { Field } from '../parameters/bracketed-fields.js';
import { encodingOf, formValue } from '../parameters/form-value.js';
import type { Encodings } from '../parameters/form-value.js';
import { TextShape } from '../parameters/text-shape.js';
import { explainSyntax } from '../routing/explain-syntax.js';

export type ReadBody =
  /** Undefined where there is no body, or none that the document describes. */
  | { readonly value: unknown; readonly problems: readonly Problem[] }
  /** Not of its media type at all: one sentence, and what it should have been. */
  | { readonly malformed: string; readonly expected: 'JSON' | 'multipart/form-data' };

/** Reads a body that is not empty. Returns a promise for a multipart form and for text that is not JSON. */
export type BodyReader = (bytes: Uint8Array, contentType: string) => ReadBody | Promise<ReadBody>;

const noProblems: readonly Problem[] = [];
const unread: ReadBody = { value: undefined, problems: noProblems };

/** The reader of one media type; one without a schema, or that is neither JSON, a form nor text, is not read. */
export function bodyReader(
  contract: Contract,
  { pointer, value }: Located<RequestBodyObject>,
  mediaType: string,
): BodyReader {
  const media = value.content?.[mediaType];
  const name = mediaType.toLowerCase();
  const at = pointer + toPointer(['content', mediaType, 'schema']);
  if (media?.schema === undefined) return () => unread;
  if (isJsonMediaType(name)) return jsonReader(contract, contract.validators.oneWayAt(at, 'readOnly'));
  if (name.startsWith('application/x-www-form-urlencoded')) return formReader(contract, media, at);
  if (name.startsWith('multipart/form-data')) return multipartReader(contract, media, at);
  return name.startsWith('text/') ? textReader(contract, at) : () => unread;
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

function notJson(malformed: string): ReadBody {
  return { malformed, expected: 'JSON' };
}

function textReader({ validators }: Contract, at: string): BodyReader {
  const validate = validators.coercingAt(at);
  return (bytes) => validated(validators, validate, new TextDecoder().decode(bytes));
}

function formReader(contract: Contract, { schema, encoding = {} }: MediaTypeObject, at: string): BodyReader {
  const validate = contract.validators.formAt(at);
  const shape = new TextShape(contract.document, [schema]);
  return (bytes) => {
    const fields = new URLSearchParams(new TextDecoder().decode(bytes));
    return validated(contract.validators, validate, formValue(fields, shape, encoding));
  };
}

function multipartReader(
  contract: Contract,
  { schema, encoding = {} }: MediaTypeObject,
  at: string,
): BodyReader {
  const validate = contract.validators.formAt(at);
  const shape = new TextShape(contract.document, [schema]);
  return async (bytes, contentType) => {
    let form: FormData;
    try {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- it holds the whole body in memory, which is 1 MiB at most
      form = await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData();
    } catch {
      const malformed = 'body must be multipart/form-data, with the boundary that Content-Type names';
      return { malformed, expected: 'multipart/form-data' };
    }
    const parts = [...form];
    const fields = await Promise.all(parts.map((part) => textOf(part)));
    const { value, problems } = validated(contract.validators, validate, formValue(fields, shape, encoding));
    return { value, problems: [...parts.flatMap((part) => typeProblems(part, encoding)), ...problems] };
  };
}

/** A field of a form, or a file. */
type FormPart = readonly [name: string, value: File | string];

/** A file's bytes as characters, so that its length is that of the file. */
async function textOf([name, value]: FormPart): Promise<Field> {
  if (typeof value === 'string') return [name, value];
  if (isJsonMediaType(value.type) || value.type.startsWith('text/')) return [name, await value.text()];
  return [name, new TextDecoder('latin1').decode(await value.arrayBuffer())];
}

/** A part's media type must be one that the document names for it. */
function typeProblems([name, value]: FormPart, encodings: Encodings): Problem[] {
  const { contentType } = encodingOf(encodings, name);
  if (contentType === undefined || typeof value === 'string') return [];
  const ranges = contentType.split(',').map((range) => range.trim().toLowerCase());
  const type = value.type.split(';', 1)[0]?.toLowerCase() ?? '';
  if (ranges.some((range) => covers(range, type))) return [];
  return [
    {
      pointer: toPointer([name]),
      text: `${name} must be a file of ${ranges.join(' or ')}, got ${shown(type)}`,
    },
  ];
}

function validated(validators: Contract['validators'], validate: ValidateFunction, text: unknown) {
  // The validator turns texts into the schema's types inside this holder.
  const holder = { value: text };
  const problems = validators.problems(validate, holder, 'body').map((problem) => ({
    pointer: problem.pointer.slice('/value'.length),
    text: problem.text.replace(/^value\b\.?/, (root) => (root.endsWith('.') ? '' : 'body')),
  }));
  return { value: holder.value, problems };
}

/** Whether a media type range such as `application/*` covers a media type. */
export function covers(range: string, mediaType: string): boolean {
  if (range === mediaType || range === '*/*') return true;
  return range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1));
}
