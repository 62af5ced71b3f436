import { isObject, jsonEqual } from '../../../contract/schema/json-equal.js';
import type { Operation } from '../../../contract/operations.js';
import {
  isTimeText,
  fieldOf,
  includesBound,
  namedBound,
  numberOf,
  timesIn,
} from '../../../contract/prose/bound-names.js';
import { plainName } from '../../resources/paths.js';
import { plainText, type Item, type Items } from '../item.js';

/** One page of a list, and the position of it. */
export interface Page {
  readonly items: readonly Item[];
  /** Items of the whole list, filtered. */
  readonly total: number;
  /** The first of the page, counted from 0. */
  readonly offset: number;
  /** Items of a page at most; undefined where the request sets no bound. */
  readonly limit: number | undefined;
  readonly firstPage: number;
  /** The parameter that leads to another page; undefined where the operation has none. */
  readonly turn: Turn | undefined;
  /** The id of the page's last item. */
  readonly lastId: string | undefined;
}

/** The parameter by which a client asks for another page. */
export interface Turn {
  readonly parameter: string;
  readonly by: 'cursor' | 'last-id' | 'page' | 'offset';
}

const limitNames =
  /^(limit|perpage|pagesize|size|count|maxresults?|take|top|first|pagelimit|itemsperpage|resultsperpage|maxitems|pagesizelimit)$/;
const offsetNames = /^(offset|skip|start|startindex|startat|pageoffset)$/;
const pageNames = /^(page|pagenumber|pageno|pagenum|pageindex|currentpage)$/;
const lastIdNames = /^(startingafter|afterid|sinceid|lastid)$/;
const cursorNames =
  /^(cursor|after|pagetoken|nexttoken|nextpagetoken|nextcursor|continuationtoken|continuation|pagecursor|marker|next|bookmark|aftercursor)$/;
const sortNames = /^(sort|sortby|orderby|ordering|sortfield|sortkey|sortcolumn)$/;
const directionNames = /^(order|sortorder|direction|sortdirection|sortdir|dir|orderdirection)$/;

/**
 * The page of a list that a query asks for: filtered by parameters that are named as properties or as bounds of them, sorted, and cut by limit and
 * offset, page or cursor. Parameters of other names change nothing.
 */
export function pageOf(
  items: Items,
  { parameters }: Pick<Operation, 'parameters'>,
  query: Readonly<Record<string, unknown>>,
): Page {
  const documented = parameters.filter(({ value }) => value.in === 'query').map(({ value }) => value.name);
  const named = (pattern: RegExp): string | undefined =>
    // `after` is a cursor, or a bound of times.
    documented.find((name) => pattern.test(plainName(name)) && !isTimeText(query[name]));
  const numberAt = (name: string | undefined): number | undefined =>
    wholeNumber(name === undefined ? undefined : query[name]);
  const sort = named(sortNames);
  const direction = named(directionNames);
  const filters = parameters
    .filter(({ value: { name } }) => documented.includes(name) && ![sort, direction].includes(name))
    .filter(({ value: { name } }) => !isPaging(name) || isTimeText(query[name]))
    .map(({ value }) => {
      const wanted = query[value.name];
      return boundFor(value, wanted, items) ?? ((item: Item) => meets(item, value.name, wanted));
    });
  const filtered = [...items].filter(([, item]) => filters.every((lets) => lets(item)));
  const sorted = sortedBy(filtered, query[sort ?? ''], query[direction ?? '']);
  const limit = numberAt(named(limitNames));
  const [offsetName, pageName] = [named(offsetNames), named(pageNames)];
  const [lastIdName, cursorName] = [named(lastIdNames), named(cursorNames)];
  const firstPage = pageName !== undefined && isFromZero(parameters, pageName) ? 0 : 1;
  const lastId = lastIdName === undefined ? undefined : query[lastIdName];
  const page = numberAt(pageName);
  const starts = [
    typeof lastId === 'string' ? indexAfter(sorted, lastId) : undefined,
    cursorName === undefined ? undefined : cursorOffset(query[cursorName], sorted),
    page === undefined ? undefined : (page - firstPage) * (limit ?? sorted.length),
    numberAt(offsetName),
  ];
  const offset = Math.min(Math.max(0, starts.find((start) => start !== undefined) ?? 0), sorted.length);
  const found = sorted.slice(offset, limit === undefined ? undefined : offset + limit);
  return {
    items: found.map(([, item]) => item),
    ...{ total: sorted.length, offset, limit, firstPage, lastId: found.at(-1)?.[0] },
    turn:
      turnBy('cursor', cursorName) ??
      turnBy('last-id', lastIdName) ??
      turnBy('page', pageName) ??
      turnBy('offset', offsetName),
  };
}

/** Returns whether items of the list follow those of the page. */
export function hasMore({ offset, items, total }: Page): boolean {
  return offset + items.length < total;
}

/** The cursor of the page that begins at an index. */
export function cursorAt(offset: number): string {
  return btoa(`offset:${offset}`);
}

function turnBy(by: Turn['by'], parameter: string | undefined): Turn | undefined {
  return parameter === undefined ? undefined : { parameter, by };
}

function isPaging(name: string): boolean {
  const plain = plainName(name);
  return [limitNames, offsetNames, pageNames, lastIdNames, cursorNames].some((pattern) =>
    pattern.test(plain),
  );
}

/** A filter names a property; where no item has it the parameter means something else. */
function meets(item: Item, parameter: string, wanted: unknown): boolean {
  if (wanted === undefined || wanted === '') return true;
  const value = valueOf(item, parameter);
  if (value === undefined || isObject(value)) return true;
  const values = [value].flat();
  const choices = [wanted].flat();
  return choices.some((choice) =>
    values.some((one) => jsonEqual(choice, one) || plainText(choice) === plainText(one)),
  );
}

type Entry = readonly [id: string, item: Item];

/** `name`, `-name`, `name:desc` and several between commas. */
function sortedBy(entries: readonly Entry[], sort: unknown, direction: unknown): readonly Entry[] {
  const isDown = /^desc/i.test(plainText(direction));
  const keys = [sort ?? []].flat().flatMap((text) => plainText(text).split(','));
  return keys.reduceRight((sorted: readonly Entry[], key) => {
    const [, sign = '', name = '', way = ''] = /^([+-]?)([^:\s]*)(?:[:\s]+(\w+))?$/.exec(key.trim()) ?? [];
    const isDescending = (sign === '-' || /^desc/i.test(way)) !== (way === '' && sign === '' && isDown);
    const factor = isDescending ? -1 : 1;
    return sorted.toSorted(([, a], [, b]) => factor * compared(valueOf(a, name), valueOf(b, name)));
  }, entries);
}

function valueOf(item: Item, name: string): unknown {
  const own = Object.keys(item).find((one) => plainName(one) === plainName(name));
  return own === undefined ? undefined : item[own];
}

function compared(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [first, second] = [a, b].map((value) =>
    value === undefined || value === null ? '' : plainText(value),
  );
  return first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1;
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function indexAfter(entries: readonly Entry[], id: string): number {
  return entries.findIndex(([one]) => one === id) + 1;
}

/** A cursor of the mock's, or an item's id; undefined for none. */
function cursorOffset(cursor: unknown, entries: readonly Entry[]): number | undefined {
  if (typeof cursor !== 'string' || cursor === '') return undefined;
  const [, offset] = /^offset:(\d{1,9})$/.exec(decoded(cursor)) ?? [];
  return offset === undefined ? indexAfter(entries, cursor) : Number(offset);
}

function decoded(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

function isFromZero(parameters: Operation['parameters'], name: string): boolean {
  const schema = parameters.find(({ value }) => value.name === name)?.value.schema;
  return isObject(schema) && (schema.default === 0 || (schema.minimum === 0 && schema.default === undefined));
}

/**
 * A filter for what has at least, or at most, a value in a field, such as `min_price`. What has no such value is not let pass;
 * of a day all of its times are.
 *
 * @param wanted the value of the parameter
 * @returns undefined where the parameter is no bound, or of nothing that an item has
 */
function boundFor(
  { name, description }: { readonly name: string; readonly description?: unknown },
  wanted: unknown,
  items: Items,
): ((item: Item) => boolean) | undefined {
  const limit = numberOf(wanted);
  const bound = limit === undefined ? undefined : namedBound(name);
  if (limit === undefined || bound === undefined) return undefined;
  const isTime = isTimeText(wanted);
  const isOfKind = (value: unknown) => (isTime ? isTimeText(value) : typeof value === 'number');
  const all = [...items.values()];
  const times = bound.fields === undefined && isTime ? [...new Set(all.flatMap(timesIn))] : [];
  // A bare bound is about the only time that there is.
  const names = bound.fields ?? (times.length === 1 ? times : []);
  const field = names.find((one) => all.some((item) => isOfKind(fieldOf(item, one))));
  if (field === undefined) return undefined;
  const isDay = isTime && wanted.length === day;
  const isIncluded = includesBound(description) ?? !bound.isStrict;
  return (item) => {
    const own = fieldOf(item, field);
    const value = isOfKind(own) ? numberOf(isDay ? String(own).slice(0, day) : own) : undefined;
    if (value === undefined || value === limit) return value !== undefined && isIncluded;
    return bound.isLower ? value > limit : value < limit;
  };
}

/** Characters of a day (RFC 3339). */
const day = '2026-01-31'.length;
