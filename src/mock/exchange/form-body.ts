/** Reads and validates request bodies that are not JSON: texts, and forms, whose texts become what the schema asks for. */
import type { Contract } from '../../contract/contract.js';
import { toPointer } from '../../contract/json-pointer.js';
import { followSchema } from '../../contract/schema/resolve-schema.js';
import { covers, isJsonMediaType } from '../../contract/operations.js';
import type { MediaTypeObject, EncodingObject } from '../../contract/openapi.js';
import { shown, type Problem } from '../../contract/validation/problem-text.js';
import type { ValidateFunction } from '../../contract/validation/schema-validator.js';
import { splitName, type Field } from '../parameters/bracketed-fields.js';
import { TextShape } from '../parameters/text-shape.js';
import { queryValue } from '../parameters/parameter-styles.js';

export type ReadBody =
  /** Undefined where there is no body, or none that the document describes. */
  | { readonly value: unknown; readonly problems: readonly Problem[] }
  /** Not of its media type at all: one sentence, and what it should have been. */
  | { readonly malformed: string; readonly expected: 'JSON' | 'multipart/form-data' };

/** Reads a body that is not empty. Returns a promise for a multipart form and for text that is not JSON. */
export type BodyReader = (bytes: Uint8Array, contentType: string) => ReadBody | Promise<ReadBody>;

/** The validator of a body that the document describes no further. */
export const anything = (() => true) as unknown as ValidateFunction;

/** @param at the schema, as for the others; undefined where there is none */
export function textReader({ validators }: Contract, at: string | undefined): BodyReader {
  const validate = at === undefined ? anything : validators.coercingAt(at);
  return (bytes) => validated(validators, validate, new TextDecoder().decode(bytes));
}

export function formReader(contract: Contract, media: MediaTypeObject, at: string | undefined): BodyReader {
  const validate = fieldsValidator(contract, media, at);
  return (bytes) => validate(new URLSearchParams(new TextDecoder().decode(bytes)));
}

export function multipartReader(
  contract: Contract,
  media: MediaTypeObject,
  at: string | undefined,
): BodyReader {
  const validate = fieldsValidator(contract, media, at);
  const { encoding = {} } = media;
  const { type } = followSchema(contract.document, media.schema ?? {}) ?? {};
  // The parts of a form are an object: the schema of a text or a list says nothing of them.
  const isDescribed = type === undefined || [type].flat().includes('object');
  return async (bytes, contentType) => {
    let form: FormData;
    try {
      // oxlint-disable-next-line typescript/no-deprecated -- it holds the whole body in memory, which is 1 MiB at most
      form = await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData();
    } catch {
      const malformed = 'body must be multipart/form-data, with the boundary that Content-Type names';
      return { malformed, expected: 'multipart/form-data' };
    }
    const parts = [...form];
    if (!isDescribed) return { value: undefined, problems: [] };
    const { value, problems } = validate(await Promise.all(parts.map((part) => textOf(part))));
    return { value, problems: [...parts.flatMap((part) => typeProblems(part, encoding)), ...problems] };
  };
}

/** Makes the value of a form's fields and validates it. */
function fieldsValidator(
  contract: Contract,
  { schema, encoding = {} }: MediaTypeObject,
  at: string | undefined,
) {
  const validate = at === undefined ? anything : contract.validators.formAt(at);
  const shape = new TextShape(contract.document, [schema]);
  return (fields: Iterable<Field>) =>
    validated(contract.validators, validate, formValue(fields, shape, encoding));
}

/** A field of a form, or a file. */
type FormPart = readonly [name: string, value: string | Pick<File, 'type' | 'text' | 'arrayBuffer'>];

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

type Encodings = Readonly<Record<string, EncodingObject>>;

/**
 * The fields of a form as one value: each is read as its `encoding` says (OpenAPI 3.1, Encoding Object).
 *
 * @param fields names and texts, decoded
 * @param shape of the whole form
 */
function formValue(fields: Iterable<Field>, shape: TextShape, encodings: Encodings): Record<string, unknown> {
  const groups = new Map<string, URLSearchParams>();
  for (const [name, text] of fields) {
    const base = shape.propertyNames.has(name) ? name : (splitName(name)?.base ?? name);
    const group = groups.get(base) ?? new URLSearchParams();
    groups.set(base, group);
    group.append(name, text);
  }
  const values = [...groups].map(([name, group]) => {
    const { style, explode, contentType } = encodingOf(encodings, name);
    const property = shape.property(name);
    const styled = {
      name,
      ...(style === undefined ? {} : { style }),
      ...(explode === undefined ? {} : { explode }),
    };
    const value = queryValue(group, styled, property, noOthers) ?? [...group.values()][0];
    return [name, parsed(value, property, contentType)];
  });
  return Object.fromEntries(values) as Record<string, unknown>;
}

const noOthers: ReadonlySet<string> = new Set();

function encodingOf(encodings: Encodings, name: string): EncodingObject {
  return (Object.hasOwn(encodings, name) ? encodings[name] : undefined) ?? {};
}

/** A field whose value is an object travels as JSON. */
function parsed(value: unknown, shape: TextShape, contentType: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((element) => parsed(element, shape.items, contentType));
  const isJson =
    contentType === undefined ? shape.mayBeObject && !shape.mayBeSingle : isJsonMediaType(contentType);
  if (typeof value !== 'string' || !isJson) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
