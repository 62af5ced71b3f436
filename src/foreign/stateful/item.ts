import type { Inside } from '../resources/resource.js';
import { isObject } from '../../contract/schema/json-equal.js';

/** A thing that the mock remembers: a JSON object. */
export type Item = Readonly<Record<string, unknown>>;

/** Items by id. */
export type Items = ReadonlyMap<string, Item>;

/** The place where items live: a sandbox, and the ids of what they belong to. */
export interface Scope {
  readonly sandbox: string;
  readonly parents: readonly string[];
}

/** A text, number or truth value as a text; of others their JSON. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

export function isId(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** The id in a key of the store, if the item belongs to these parents. */
export function idUnder(parents: readonly string[], key: string): string | undefined {
  const ids = JSON.parse(key) as string[];
  const isHere = ids.length === parents.length + 1 && parents.every((parent, index) => ids[index] === parent);
  return isHere ? ids.at(-1) : undefined;
}

/** The part of a value that lies inside others. */
export function partAt(value: unknown, inside: Inside): unknown {
  let part = value;
  for (const name of inside) part = isObject(part) ? part[name] : undefined;
  return part;
}

/** A value inside others: `data` around an item. */
export function around(value: unknown, inside: Inside): unknown {
  return inside.reduceRight((inner: unknown, name) => ({ [name]: inner }), value);
}
