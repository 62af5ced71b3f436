import type { Conclusion } from '../../../src/conformance/rules/rule.js';
import { isObject } from '../../../src/contract/schema/json-equal.js';
import { shown } from '../../../src/contract/validation/problem-text.js';
import { sizeOf, type ListParameter, type ListReader } from './list-reader.js';

/** Values at most of each filter. */
const maxValues = 4;

/** A page of the smallest length that is longer. */
export async function judgeSize(list: ListReader): Promise<Conclusion[]> {
  const size = sizeOf(list);
  if (size === undefined || list.plain.length <= size.least) return [];
  const { parameter, least } = size;
  const { name } = parameter.parameter;
  const page = await list.read([[parameter, least]], `the parameter ${name} is ${least}`);
  if (page?.items === undefined) return [];
  const { length } = page.items;
  if (length <= least) list.hasShownEffect = true;
  return [
    { exchange: page.exchange, breach: length <= least ? 'pass' : { actual: `${length} in the list` } },
  ];
}

/** What a filter for a listed value lets pass with another value in the field of its name. */
export async function judgeFilters(list: ListReader): Promise<Conclusion[]> {
  const conclusions: Conclusion[] = [];
  for (const filter of list.parameters) {
    const { name } = filter.parameter;
    for (const value of valuesOf(filter, list.plain)) {
      const sent = filter.schema.type === 'array' ? [value] : value;
      const page = await list.read([[filter, sent]], `the parameter ${name} is ${shown(value)}`);
      if (page?.items === undefined) continue;
      const others = page.items.map((item) => fieldOf(item, name)).filter((field) => differs(field, value));
      if (others.length === 0 && list.plain.some((item) => differs(fieldOf(item, name), value)))
        list.hasShownEffect = true;
      const breach = { actual: `${name} is ${shown(others[0])} in the list`, kind: `another ${name}` };
      conclusions.push({ exchange: page.exchange, breach: others.length === 0 ? 'pass' : breach });
    }
  }
  return conclusions;
}

/** Values that the document lists for a filter and the items have, those that there are first. */
function valuesOf({ parameter: { name }, schema }: ListParameter, items: readonly unknown[]): unknown[] {
  const ofElements = schema.type === 'array' && typeof schema.items === 'object' ? schema.items : schema;
  const fields = items.flatMap((item) => fieldOf(item, name) ?? []);
  // `false` may mean that the filter is off.
  if (ofElements.type === 'boolean') return fields.some((field) => typeof field === 'boolean') ? [true] : [];
  if (fields.length === 0) return [];
  const there = new Set<unknown>(fields);
  const listed = listedIn(schema);
  // A filter has values that say something else than a field, such as `all`.
  const isOfField = [...there].every((field) => listed.includes(field));
  if (!isOfField) return [];
  return [
    ...listed.filter((value) => there.has(value)),
    ...listed.filter((value) => !there.has(value)),
  ].slice(0, maxValues);
}

function listedIn(schema: ListParameter['schema']): readonly unknown[] {
  const ofElements = schema.type === 'array' ? (schema.items as ListParameter['schema'] | undefined) : schema;
  return ofElements?.enum ?? [];
}

/** The field of an item that a parameter is called after, however its words are joined. */
function fieldOf(item: unknown, name: string): unknown {
  if (!isObject(item)) return undefined;
  const wanted = joined(name);
  return Object.entries(item).find(([field]) => joined(field) === wanted)?.[1];
}

function joined(name: string): string {
  return name.replaceAll(/[_-]|\[\]$/g, '').toLowerCase();
}

function differs(field: unknown, value: unknown): boolean {
  if (field === undefined || field === null) return false;
  return Array.isArray(field) ? !field.includes(value) : field !== value;
}
