import { fromPointer } from '../../contract/json-pointer.js';
import type { SchemaObject } from '../../contract/openapi.js';
import { isObject } from '../../contract/schema/json-equal.js';

/** Made once for each branch, for schemas are known by their identity. */
const made = new WeakMap<object, SchemaObject>();
const tags = new WeakMap<object, string>();

/**
 * The values by which a discriminator names a branch, as a schema of the object: those of its mapping, or the name of the component
 * (OpenAPI 3.1.1, Discriminator Object).
 *
 * @param union the schema that has the discriminator
 * @param branch one of its `oneOf` or `anyOf`, or a reference to a schema that extends it
 */
export function tagOf(union: SchemaObject, branch: unknown): SchemaObject | undefined {
  const { discriminator } = union;
  if (!isObject(branch) || typeof branch.$ref !== 'string' || !isObject(discriminator)) return undefined;
  if (typeof discriminator.propertyName !== 'string') return undefined;
  const known = made.get(branch);
  if (known) return known;
  const name = lastName(branch.$ref);
  const mapping = Object.entries(isObject(discriminator.mapping) ? discriminator.mapping : {});
  const named = mapping.filter(([, target]) => typeof target === 'string' && lastName(target) === name);
  const values = named.length > 0 ? named.map(([value]) => value) : [name];
  const property: SchemaObject = { oneOf: values.map((value) => ({ const: value })) };
  const tag: SchemaObject = { properties: { [discriminator.propertyName]: property } };
  made.set(branch, tag);
  tags.set(tag, `${discriminator.propertyName} ${values.join(' or ')}`);
  return tag;
}

/** A tag for people, such as `kind cat`; undefined for any other schema. */
export function tagText(schema: unknown): string | undefined {
  return typeof schema === 'object' && schema !== null ? tags.get(schema) : undefined;
}

/** What refuses the values that a tag names, as a schema; undefined for any other schema. */
export function refusalOf(schema: unknown): SchemaObject | undefined {
  if (!isObject(schema) || tagText(schema) === undefined) return undefined;
  const { properties } = schema;
  return { not: { properties, required: Object.keys(isObject(properties) ? properties : {}) } };
}

/** The name of a component in a reference to it; a mapping may have the name alone. */
function lastName(reference: string): string {
  return reference.includes('#/') ? (fromPointer(reference).at(-1) ?? reference) : reference;
}
