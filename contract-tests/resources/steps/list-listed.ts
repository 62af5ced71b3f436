import type { Conclusion } from '../../../src/conformance/rules/rule.js';
import type { CompletedExchange } from '../../../src/conformance/target/exchange.js';
import { fieldOf } from '../../../src/contract/prose/bound-names.js';
import { isObject } from '../../../src/contract/schema/json-equal.js';
import { shown } from '../../../src/contract/validation/problem-text.js';
import { objectIn } from './kept-fields.js';
import { totalIn } from './list-filters.js';
import { walkBy } from './list-pages.js';
import { sizeOf, type ListPage, type ListParameter, type ListReader } from './list-reader.js';

/** The outcomes of `judgeListed` that pass. */
export const listedOutcomes = [
  'after a POST: what was made',
  'after a DELETE: without what is no longer found under its address',
] as const;
const [ofMade, ofRemoved] = listedOutcomes;

/** Pages at most in which something is looked for. */
const maxPages = 12;

/**
 * A thing that has just been made is among those that have the value of one of its fields by which the list is filtered, and no longer
 * once it is removed.
 */
export async function judgeListed(list: ListReader): Promise<Conclusion[]> {
  const made = await list.make('something that its list has then');
  if (made?.response.status !== 201 && made?.response.status !== 200) return [];
  const thing = objectIn(made);
  if (thing?.id === undefined) return [];
  const { id } = thing;
  const filters = list.parameters.filter(({ schema, parameter: { name } }) =>
    schema.enum?.includes(fieldOf(thing, name)),
  );
  const given: (readonly [ListParameter, unknown])[] = filters
    .slice(0, 1)
    .map((filter) => [filter, fieldOf(thing, filter.parameter.name)] as const);
  const [first] = given;
  const where = first === undefined ? '' : ` whose ${first[0].parameter.name} is ${shown(first[1])}`;
  const pages = await pagesOf(list, given, `what there is${where}`);
  const last = pages?.at(-1);
  if (pages === undefined || last === undefined) return [];
  if (isListed(pages, id)) {
    const listed: Conclusion = { exchange: last.exchange, breach: 'pass' };
    return [listed, ...(await judgeRemoved(list, made, id, given))];
  }
  // A list without such a filter may leave out what nobody has released yet.
  const level = first === undefined ? ('SHOULD' as const) : ('MUST' as const);
  const breach = { actual: 'what was just made is not in the list', expected: [ofMade], level };
  return [{ exchange: last.exchange, before: [made], breach }];
}

function isListed(pages: readonly ListPage[], id: unknown): boolean {
  return pages.some(({ items = [] }) => items.some((item) => isObject(item) && item.id === id));
}

/** Items that their own addresses don't find any more. */
async function judgeRemoved(
  list: ListReader,
  made: CompletedExchange,
  id: unknown,
  given: readonly (readonly [ListParameter, unknown])[],
): Promise<Conclusion[]> {
  const removed = await list.remove(made);
  if (removed === undefined) return [];
  const pages = await pagesOf(list, given, 'the list after a DELETE');
  const last = pages?.at(-1);
  if (pages === undefined || last === undefined) return [];
  const holder = pages.find((page) => isListed([page], id));
  if (holder === undefined) return [{ exchange: last.exchange, breach: 'pass' }];
  const breach = { actual: `what was removed, with the id ${shown(id)}`, expected: [ofRemoved] };
  return [{ exchange: holder.exchange, before: [made, removed], breach }];
}

/** All pages of a list; undefined where it is not known which is the last. */
async function pagesOf(
  list: ListReader,
  given: readonly (readonly [ListParameter, unknown])[],
  title: string,
): Promise<readonly ListPage[] | undefined> {
  const size = sizeOf(list);
  const maximum = size?.parameter.schema.maximum;
  const most = typeof maximum === 'number' ? Math.min(maximum, 1000) : 100;
  const all = size === undefined ? given : [...given, [size.parameter, most] as const];
  const pages: ListPage[] = [];
  const walk = walkBy(list, size === undefined ? 0 : most);
  let page = await list.read(all, title);
  while (page?.items !== undefined) {
    pages.push(page);
    if (size !== undefined && page.items.length < most) {
      const more = walk?.(page, pages.length);
      if (more === undefined || !more.isGiven) return pages;
    }
    if (walk === undefined) {
      const isTold = (totalIn(page.exchange) ?? 0) > page.items.length;
      return size === undefined && page.items.length < 20 && !isTold ? pages : undefined;
    }
    const next = walk(page, pages.length);
    if (next === undefined) return pages;
    if (pages.length >= maxPages) return undefined;
    page = await list.read([...all, [next.parameter, next.value]], `${title}, ${next.title}`);
  }
  return undefined;
}
