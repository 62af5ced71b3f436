/** The fields of a form as one value: each is read as its `encoding` says (OpenAPI 3.1, Encoding Object). */
import { isJsonMediaType } from '../../contract/operations.js';
import type { EncodingObject } from '../../contract/openapi.js';
import { splitName } from './bracketed-fields.js';
import type { Field } from './bracketed-fields.js';
import { queryValue } from './parameter-styles.js';
import type { TextShape } from './text-shape.js';

export type Encodings = Readonly<Record<string, EncodingObject>>;

/**
 * @param fields names and texts, decoded
 * @param shape of the whole form
 */
export function formValue(
  fields: Iterable<Field>,
  shape: TextShape,
  encodings: Encodings,
): Record<string, unknown> {
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

export function encodingOf(encodings: Encodings, name: string): EncodingObject {
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
