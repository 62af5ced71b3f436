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

/** What a filter for listed values lets pass with another value in the field of its name, and what it loses. */
export async function judgeFilters(list: ListReader): Promise<Conclusion[]> {
  const conclusions: Conclusion[] = [];
  for (const filter of list.parameters) {
    const values = valuesOf(filter, list.plain);
    const alone = values.slice(0, maxValues).map((value) => [value]);
    // Of several any is wanted; the rarest ones fit into one page.
    const both = filter.schema.type === 'array' ? rarest(filter, values, list.plain) : [];
    for (const wanted of both.length > 1 ? [...alone, both] : alone)
      conclusions.push(...(await judgeFilter(list, filter, wanted)));
  }
  return conclusions;
}

async function judgeFilter(
  list: ListReader,
  filter: ListParameter,
  wanted: readonly unknown[],
): Promise<Conclusion[]> {
  const { name } = filter.parameter;
  const sent = filter.schema.type === 'array' ? wanted : wanted[0];
  const page = await list.read([[filter, sent]], `the parameter ${name} is ${shown(sent)}`);
  if (page?.items === undefined) return [];
  const { exchange, items } = page;
  const isOther = (item: unknown) => wanted.every((value) => differs(fieldOf(item, name), value));
  const others = items.filter(isOther).map((item) => fieldOf(item, name));
  if (others.length > 0) {
    const breach = { actual: `${name} is ${shown(others[0])} in the list`, kind: `another ${name}` };
    return [{ exchange, breach }];
  }
  if (list.plain.some(isOther)) list.hasShownEffect = true;
  const lost = await list.lost(items, (item) => wanted.includes(fieldOf(item, name)));
  if (lost === undefined) return [{ exchange, breach: 'pass' }];
  const actual = `what has ${name} ${shown(fieldOf(lost, name))} is not in the list`;
  return [{ exchange, breach: { actual, kind: `lost ${name}` } }];
}

function rarest(
  { parameter: { name } }: ListParameter,
  values: readonly unknown[],
  items: readonly unknown[],
): unknown[] {
  const count = (value: unknown) => items.filter((item) => fieldOf(item, name) === value).length;
  return values
    .filter((value) => count(value) > 0)
    .sort((a, b) => count(a) - count(b))
    .slice(0, 2);
}

/** Values that the document lists for a filter and the items have, those that there are first. */
function valuesOf({ parameter: { name }, one }: ListParameter, items: readonly unknown[]): unknown[] {
  const fields = items.flatMap((item) => fieldOf(item, name) ?? []);
  // `false` may mean that the filter is off.
  if (one.type === 'boolean') return fields.some((field) => typeof field === 'boolean') ? [true] : [];
  const listed: readonly unknown[] = one.enum ?? [];
  const there = new Set<unknown>(fields);
  // A filter has values that say something else than a field, such as `all`.
  if (fields.length === 0 || ![...there].every((field) => listed.includes(field))) return [];
  return [...listed.filter((value) => there.has(value)), ...listed.filter((value) => !there.has(value))];
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
