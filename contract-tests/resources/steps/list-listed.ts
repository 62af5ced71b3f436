import type { Conclusion } from '../../../src/conformance/rules/rule.js';
import { isObject } from '../../../src/contract/schema/json-equal.js';
import { shown } from '../../../src/contract/validation/problem-text.js';
import { objectIn } from './kept-fields.js';
import { fieldOf } from './list-filters.js';
import { walkBy } from './list-pages.js';
import { sizeOf, type ListPage, type ListParameter, type ListReader } from './list-reader.js';

/** Pages at most in which something is looked for. */
const maxPages = 12;

/** What has just been made is among those that have the value of one of its fields by which the list is filtered. */
export async function judgeListed(list: ListReader): Promise<Conclusion[]> {
  const made = await list.make('something that its list has then');
  const thing = made?.response.status === 201 || made?.response.status === 200 ? objectIn(made) : undefined;
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
  const isThere = pages.some(({ items = [] }) => items.some((item) => isObject(item) && item.id === id));
  if (isThere) return [{ exchange: last.exchange, breach: 'pass' }];
  // A list without such a filter may leave out what nobody has released yet.
  const level = first === undefined ? ('SHOULD' as const) : ('MUST' as const);
  return [{ exchange: last.exchange, breach: { actual: 'what was just made is not in the list', level } }];
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
    if (walk === undefined) return size === undefined && page.items.length < 20 ? pages : undefined;
    const next = walk(page, pages.length);
    if (next === undefined) return pages;
    if (pages.length >= maxPages) return undefined;
    page = await list.read([...all, [next.parameter, next.value]], `${title}, ${next.title}`);
  }
  return undefined;
}
