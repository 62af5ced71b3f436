import { fieldsOf, listOf, resolve, textOf, type Fields } from './fields.js';
import type { ReferenceOperation } from './read-document.js';

/** The names of everything that an operation's requests and responses consist of, with the place that each has first. */
export function fieldNamesOf(root: Fields, operation: ReferenceOperation): ReadonlyMap<string, string> {
  const { parameters, fields } = operation;
  const places = new Map<string, string>();
  const add = (names: Iterable<string>, place: string): void => {
    for (const name of names) if (name !== '' && !places.has(name)) places.set(name, place);
  };
  for (const parameter of parameters) add([textOf(parameter.name)], `${textOf(parameter.in)} parameter`);
  add(namesInContent(root, resolve(root, fields.requestBody).content), 'request');
  for (const response of Object.values(fieldsOf(fields.responses))) {
    const { content, headers } = resolve(root, response);
    add(namesInContent(root, content), 'response');
    add(Object.keys(fieldsOf(headers)), 'response header');
  }
  return places;
}

/** The names of all properties below the schemas of media types. */
export function namesInContent(root: Fields, content: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<object>();
  for (const media of Object.values(fieldsOf(content))) collect(root, fieldsOf(media).schema, names, seen);
  return names;
}

/** @param seen the schemas that were met, since a schema may contain itself */
function collect(root: Fields, given: unknown, names: Set<string>, seen: Set<object>): void {
  if (typeof given !== 'object' || given === null) return;
  const schema = resolve(root, given);
  if (seen.has(schema)) return;
  seen.add(schema);
  for (const [name, property] of Object.entries(fieldsOf(schema.properties))) {
    names.add(name);
    collect(root, property, names, seen);
  }
  const { allOf, oneOf, anyOf, items, additionalProperties } = schema;
  for (const one of [...listOf(allOf), ...listOf(oneOf), ...listOf(anyOf), items, additionalProperties])
    collect(root, one, names, seen);
}
