import type { Level } from '../../../src/conformance/level.js';
import type { Conclusion } from '../../../src/conformance/rules/rule.js';
import type { CompletedExchange } from '../../../src/conformance/target/exchange.js';
import { valueAt } from '../../../src/contract/json-pointer.js';
import { fieldOf } from '../../../src/contract/prose/bound-names.js';
import { canonicalText } from '../../../src/contract/schema/json-equal.js';
import { shown } from '../../../src/contract/validation/problem-text.js';
import { walkBy } from './list-pages.js';
import { isPlain } from './kept-fields.js';
import { totalsIn } from './list-ends.js';
import { sizeOf, type ListPage, type ListParameter, type ListReader } from './list-reader.js';
import { isReference } from './other-bodies.js';

/** Values at most of each filter. */
const maxValues = 4;
/** Pages at most of a filtered list. */
const maxFilteredPages = 6;

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

/** Items that a filter for listed values lets pass with another value in the field of its name, and those that it loses. */
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
  // A mock may put a given id into what it answers, whatever it lists.
  if (list.plain.some(isOther) && !isIdFilter(name, filter.one)) list.hasShownEffect = true;
  const total = totalIn(exchange);
  // A total of all that match can't be less or more than a page which has all of them.
  if (total !== undefined && total > items.length && list.plain.some(isOther) && (await isAll(list, page)))
    return [
      {
        exchange,
        breach: {
          actual: `total is ${total}, of ${items.length} that match`,
          expected: ['the total of what matches'],
          level: totalLevel(list),
        },
      },
    ];
  const everything = total === undefined ? undefined : await totalOfAll(list);
  const unwanted = list.plain.filter(isOther).length;
  // Items that are filtered out are not counted, whatever page they would be on.
  if (total !== undefined && everything !== undefined && unwanted > 0 && total > everything - unwanted) {
    const actual = `total is ${total}, and ${everything} of the whole list, which has others`;
    return [
      { exchange, breach: { actual, expected: ['the total of what matches'], level: totalLevel(list) } },
    ];
  }
  const lost = await list.lost(items, (item) => wanted.includes(fieldOf(item, name)));
  if (lost === undefined) return [{ exchange, breach: 'pass' }];
  const actual = `what has ${name} ${shown(fieldOf(lost, name))} is not in the list`;
  return [{ exchange, before: list.reading, breach: { actual, kind: `lost ${name}` } }];
}

/** The number of items that a list says there are. */
export function totalIn(exchange: CompletedExchange): number | undefined {
  return totalsIn(exchange)[0]?.[1];
}

/** The total of the whole list, where that is still the same. */
async function totalOfAll(list: ListReader): Promise<number | undefined> {
  const whole = await list.read([], 'the whole list, for its total');
  const isSame = whole?.items !== undefined && canonicalText(whole.items) === canonicalText(list.plain);
  return isSame ? totalIn(whole.exchange) : undefined;
}

/** Returns whether a page has everything that matches: less than a page may have, with no address of a next one. */
async function isAll(list: ListReader, page: ListPage): Promise<boolean> {
  const { items = [] } = page;
  // A server may give fewer than it was asked for, and a cursor for the rest.
  if (walkBy(list, 0)?.(page, 1) !== undefined) return false;
  const size = sizeOf(list)?.parameter.schema;
  const usual = size?.default;
  return size === undefined || (typeof usual === 'number' && items.length < usual && (await list.isSame()));
}

/** A total may be of everything, unless the document says that it counts what matches. */
function totalLevel(list: ListReader): Level {
  const { document } = list.planner.stated.contract;
  const { description = '' } = (valueAt(document, list.operation.pointer) ?? {}) as { description?: string };
  return /\btotal\b[^.]*\bmatch/i.test(description) ? 'MUST' : 'SHOULD';
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

/** Values that the document lists for a filter and the items have, those that there are first; of ids those that there are. */
function valuesOf({ parameter: { name }, one }: ListParameter, items: readonly unknown[]): unknown[] {
  const fields = items.flatMap((item) => fieldOf(item, name) ?? []);
  if (isIdFilter(name, one))
    return fields.length === items.length ? [...new Set(fields)].filter(isPlain).slice(-2) : [];
  // `false` may mean that the filter is off.
  if (one.type === 'boolean') return fields.some((field) => typeof field === 'boolean') ? [true] : [];
  const listed: readonly unknown[] = one.enum ?? [];
  const there = new Set<unknown>(fields);
  // A filter has values that say something else than a field, such as `all`.
  if (fields.length === 0 || ![...there].every((field) => listed.includes(field))) return [];
  return [...listed.filter((value) => there.has(value)), ...listed.filter((value) => !there.has(value))];
}

/** A filter for the id of something else, which has one form: it finds that thing alone, and no part of its name. */
function isIdFilter(name: string, { enum: listed, type, format, pattern }: ListParameter['one']): boolean {
  return (
    listed === undefined &&
    isReference(name) &&
    (type === 'integer' || (type === 'string' && (format === 'uuid' || pattern !== undefined)))
  );
}

/** Items that two filters together let pass although one of them excludes them. */
export async function judgePairs(list: ListReader): Promise<Conclusion[]> {
  const filters = list.parameters.map((filter) => ({ filter, values: valuesOf(filter, list.plain) }));
  const usable = filters.filter(({ filter, values }) => values.length > 0 && filter.schema.type !== 'array');
  const conclusions: Conclusion[] = [];
  for (const [index, one] of usable.entries())
    for (const other of usable.slice(index + 1)) {
      const pair = telling(list, one, other);
      if (pair === undefined) continue;
      const given = [[one.filter, pair[0]] as const, [other.filter, pair[1]] as const];
      const said = given
        .map(([{ parameter }, value]) => `${parameter.name} is ${shown(value)}`)
        .join(' and ');
      const page = await list.read(given, `the parameter ${said}`);
      if (page?.items === undefined) continue;
      conclusions.push(...matching(page, given));
    }
  return conclusions;
}

/** Values of two filters that some item has, and others have one of the two alone. */
function telling(
  list: ListReader,
  one: { readonly filter: ListParameter; readonly values: readonly unknown[] },
  other: { readonly filter: ListParameter; readonly values: readonly unknown[] },
): readonly [unknown, unknown] | undefined {
  const valueIn = (item: unknown, { parameter: { name } }: ListParameter) => fieldOf(item, name);
  for (const first of one.values)
    for (const second of other.values) {
      const has = list.plain.map((item) => [
        valueIn(item, one.filter) === first,
        valueIn(item, other.filter) === second,
      ]);
      if (has.some(([a, b]) => a && !b) && has.some(([a, b]) => !a && b)) return [first, second];
    }
  return undefined;
}

/** The items of a page by the filters that were given. */
function matching(
  { exchange, items = [] }: ListPage,
  given: readonly (readonly [ListParameter, unknown])[],
): Conclusion[] {
  for (const [{ parameter }, value] of given) {
    const { name } = parameter;
    const other = items.find((item) => differs(fieldOf(item, name), value));
    if (other === undefined) continue;
    const breach = {
      actual: `${name} is ${shown(fieldOf(other, name))} in the list`,
      kind: `another ${name}`,
    };
    return [{ exchange, breach }];
  }
  return [{ exchange, breach: 'pass' }];
}

/** The page that follows one of a filtered list, by the cursor or number of the next page. */
export async function judgeFilteredPages(list: ListReader): Promise<Conclusion[]> {
  const size = sizeOf(list);
  if (size === undefined) return [];
  const walk = walkBy(list, Math.max(1, size.least));
  if (walk === undefined) return [];
  const small = [size.parameter, Math.max(1, size.least)] as const;
  for (const filter of list.parameters) {
    if (filter.schema.type === 'array') continue;
    const { name } = filter.parameter;
    const has = (value: unknown) => list.plain.filter((item) => fieldOf(item, name) === value).length;
    const value = valuesOf(filter, list.plain).find(
      (one) => has(one) > size.least && has(one) < list.plain.length,
    );
    if (value === undefined) continue;
    const given = [[filter, value] as const, small];
    let page = await list.read(given, `the first page of those whose ${name} is ${shown(value)}`);
    const conclusions: Conclusion[] = [];
    // A cursor may know the filter by itself, or belong to the whole list.
    const isNumbered = page !== undefined && walk(page, 1)?.isGiven === false;
    for (
      let linked = isNumbered ? page : undefined, pages = 1;
      linked?.items !== undefined && pages < maxFilteredPages;
      pages += 1
    ) {
      linked = await list.nextOf(linked, `the next page by its Link, filtered by ${name}`);
      if (linked?.items !== undefined) conclusions.push(...matching(linked, [[filter, value]]));
    }
    for (let pages = 1; page?.items !== undefined && pages < maxFilteredPages; pages += 1) {
      const next = walk(page, pages);
      if (next === undefined) break;
      page = await list.read([...given, [next.parameter, next.value]], `${next.title}, filtered by ${name}`);
      if (page?.items !== undefined) conclusions.push(...matching(page, [[filter, value]]));
    }
    if (conclusions.length > 0) return conclusions;
  }
  return [];
}

function differs(field: unknown, value: unknown): boolean {
  if (field === undefined || field === null) return false;
  return Array.isArray(field) ? !field.includes(value) : field !== value;
}
