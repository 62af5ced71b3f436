import { insteadOf } from '../../../src/conformance/checks/instead-of.js';
import { acceptsText } from '../../../src/conformance/cases/parameters/parameter-value.js';
import type { Conclusion } from '../../../src/conformance/rules/rule.js';
import type { CompletedExchange } from '../../../src/conformance/target/exchange.js';
import { canonicalText, isObject } from '../../../src/contract/schema/json-equal.js';
import { descriptionsOf, sentencesOf } from '../../../src/contract/prose/descriptions.js';
import { entriesOf, joined, wrongTotal } from './list-ends.js';
import { ofPage, sizeOf, type ListPage, type ListParameter, type ListReader } from './list-reader.js';

/** Pages at most of one list. */
const maxPages = 12;
/** Items of a page that is read in pieces. */
const pieceSize = 2;

const ofCursor = /(?:cursor|token|^after|^starting_?after|marker)$/i;
const ofOffset = /^(?:offset|skip|\$skip)$/i;

type Given = readonly (readonly [ListParameter, unknown])[];

/**
 * The pages of a list, one after another, beside all of it at once.
 *
 * @param ofMemory gets what only a target with things of its own can keep
 */
export async function judgePages(list: ListReader, ofMemory: Conclusion[]): Promise<Conclusion[]> {
  const size = sizeOf(list);
  const least = size === undefined ? 0 : Math.max(pieceSize, size.least);
  const small: Given = size === undefined ? [] : [[size.parameter, least]];
  const walk = walkBy(list, least);
  if (walk === undefined) return [];
  const first = await list.read(small, 'the first page');
  if (first?.items === undefined || first.items.length === 0) return [];
  const pages = [first];
  const seen = new Set<string>();
  let breach: Conclusion | undefined;
  let isWhole = false;
  while (pages.length < maxPages) {
    const last = pages.at(-1) ?? first;
    const next = walk(last, pages.length);
    isWhole = next === undefined;
    if (next === undefined) break;
    const key = JSON.stringify(next.value);
    const page = await list.read([...small, [next.parameter, next.value]], next.title);
    if (page === undefined) break;
    breach = breachOf(page, seen.has(key), pages, next.isGiven) ?? (await gapBefore(list, page, pages));
    seen.add(key);
    if (breach || page.items === undefined) break;
    pages.push(page);
  }
  // A target that never gives another page may show no more than one.
  if (breach === undefined && isWhole && pages.length > 1)
    breach = await missing(list, size?.parameter, pages);
  // Items that change by themselves, or come in no order, say nothing.
  const again = await list.read(small, 'the first page, again');
  if (again?.items === undefined || canonicalText(again.items) !== canonicalText(first.items)) return [];
  if (breach) return [breach];
  const total = wrongTotal(pages, least, walk(first, 1)?.isGiven === false);
  if (total) ofMemory.push(total);
  if (pages.length === 1) return [];
  // Texts of a mock may differ by chance.
  if (pages.every(({ items = [] }) => items.every(isObject))) list.hasShownEffect = true;
  return [{ exchange: first.exchange, breach: 'pass' }];
}

/** The page behind the last of few long pages, by the cursor that a page gives: the end, and not the same again. */
export async function judgeLastPage(list: ListReader): Promise<Conclusion[]> {
  const size = sizeOf(list);
  const walk = walkBy(list, 0);
  const maximum = size?.parameter.schema.maximum;
  if (size === undefined || walk === undefined || typeof maximum !== 'number') return [];
  const long: Given = [[size.parameter, Math.min(maximum, 1000)]];
  const given = new Set<string>();
  let page = await list.read(long, 'a page as long as it may be');
  while (page?.items !== undefined && given.size < maxPages) {
    const next = walk(page, given.size + 1);
    if (next === undefined) return [{ exchange: page.exchange, breach: 'pass' }];
    const key = JSON.stringify(next.value);
    if (given.has(key))
      return [{ exchange: page.exchange, breach: { actual: 'the cursor of an earlier page again' } }];
    given.add(key);
    page = await list.read([...long, [next.parameter, next.value]], `${next.title}, as long as it may be`);
  }
  return [];
}

/** A last page that is just full: it must not say that there is more, and the page that it names must not be empty where the document rules that out. */
export async function judgeFullPage(list: ListReader): Promise<Conclusion[]> {
  const size = sizeOf(list);
  const walk = walkBy(list, 0);
  const maximum = size?.parameter.schema.maximum;
  if (size === undefined || walk === undefined || typeof maximum !== 'number') return [];
  const { parameter, least } = size;
  const whole = await list.read([[parameter, Math.min(maximum, 1000)]], 'all at once');
  const count = whole?.items?.length ?? 0;
  if (count < Math.max(1, least) || count >= Math.min(maximum, 1000)) return [];
  const exact = [[parameter, count]] as const;
  const page = await list.read(exact, 'a page for all that there is');
  if (page?.items?.length !== count) return [];
  const next = walk(page, 1);
  if (next === undefined) return [{ exchange: page.exchange, breach: 'pass' }];
  const after = await list.read([...exact, [next.parameter, next.value]], next.title);
  const saysMore = entriesOf(page.exchange.json.ok ? page.exchange.json.value : undefined).some(
    ([name, value]) => joined(name) === 'hasmore' && value === true,
  );
  if (after?.items?.length !== 0 || !(saysMore || statesEnd(list))) return [];
  const actual = saysMore ? 'has_more is true, and no more is there' : 'a next page that is empty';
  return [{ exchange: page.exchange, before: [after.exchange], breach: { actual } }];
}

/** Such as: `nextCursor` is null on the last page, which is never empty. */
function statesEnd({ planner: { stated }, operation }: ListReader): boolean {
  const sentences = descriptionsOf(stated.contract.document, operation).flatMap(sentencesOf);
  return sentences.some((one) => /\blast page\b/i.test(one) && /\b(?:null|never empty)\b/i.test(one));
}

/** Cursors of the usual form that nobody has given out, where a description says how such a one is answered. */
export async function judgeUnknownCursor(list: ListReader): Promise<Conclusion[]> {
  const cursor = list.find(ofCursor, 'string');
  const { description } = (cursor?.parameter ?? {}) as { description?: unknown };
  const [, status = ''] =
    /\b(?:unknown|unrecogni[sz]ed|expired)\b[^.]*\b(4\d\d)\b/i.exec(
      typeof description === 'string' ? description : '',
    ) ?? [];
  if (cursor === undefined || !list.operation.responses.has(status)) return [];
  const made = ['c', ''].flatMap((start) => ['903817265', '718293046'].map((digits) => `${start}${digits}`));
  const { pointer, schema } = cursor;
  const value = made.find((text) => acceptsText(list.planner.stated, `${pointer}/schema`, text));
  if (schema.pattern === undefined || value === undefined) return [];
  const { exchange } = (await list.read([[cursor, value]], 'a cursor that nobody has given out')) ?? {};
  if (exchange === undefined) return [];
  return [{ exchange, breach: exchange.response.status < 300 ? insteadOf(exchange, status) : 'pass' }];
}

/** A page far past the end, where the document has no status for what is not there. */
export async function judgeBeyond(list: ListReader): Promise<Conclusion[]> {
  const { responses } = list.operation;
  if (['404', '4XX', '4xx', 'default'].some((key) => responses.has(key))) return [];
  const parameter = list.find(ofPage, 'integer') ?? list.find(ofOffset, 'integer');
  if (parameter === undefined) return [];
  const maximum = typeof parameter.schema.maximum === 'number' ? parameter.schema.maximum : Infinity;
  const { name } = parameter.parameter;
  const value = Math.min(maximum, 1000);
  const { exchange } = (await list.read([[parameter, value]], `${name} ${value}, past the end`)) ?? {};
  if (exchange === undefined) return [];
  const { status } = exchange.response;
  if (status === 404) return [{ exchange, breach: { actual: 'status 404' } }];
  return status < 300 ? [{ exchange, breach: 'pass' }] : [];
}

function breachOf(
  { exchange, items }: ListPage,
  isRepeated: boolean,
  pages: readonly ListPage[],
  isGiven: boolean,
): Conclusion | undefined {
  const { status } = exchange.response;
  const before = exchangesOf(pages);
  // A cursor may be too old, and a page number too high.
  if (isGiven && [400, 404, 422].includes(status))
    return {
      exchange,
      before,
      breach: { actual: `status ${status} for the cursor that the page before gave` },
    };
  if (isRepeated) return { exchange, before, breach: { actual: 'the cursor of an earlier page again' } };
  const known = new Set(pages.flatMap((page) => page.items ?? []).map(canonicalText));
  const isKnown = (items ?? []).filter(isObject).some((item) => known.has(canonicalText(item)));
  return isKnown ? { exchange, before, breach: { actual: 'an item of an earlier page again' } } : undefined;
}

/** A page that goes on elsewhere than the whole list does, of which the pages before are the beginning. */
async function gapBefore(
  list: ListReader,
  { exchange, items }: ListPage,
  pages: readonly ListPage[],
): Promise<Conclusion | undefined> {
  const before = pages.flatMap((page) => page.items ?? []);
  const expected = list.plain[before.length];
  if (expected === undefined || items === undefined) return undefined;
  const isBeginning = canonicalText(before) === canonicalText(list.plain.slice(0, before.length));
  if (!isBeginning || canonicalText(items[0]) === canonicalText(expected)) return undefined;
  if (!(await list.isSame())) return undefined;
  const breach = { actual: 'another item than the one that follows in the whole list' };
  return { exchange, before: [...list.reading, ...exchangesOf(pages)], breach };
}

/** Items that the list has in one request, and on no page. */
async function missing(
  list: ListReader,
  size: ListParameter | undefined,
  pages: readonly ListPage[],
): Promise<Conclusion | undefined> {
  const maximum = size?.schema.maximum;
  if (size === undefined || typeof maximum !== 'number') return undefined;
  const most = Math.min(maximum, 1000);
  const whole = await list.read([[size, most]], 'all at once');
  if (whole?.items === undefined || whole.items.length >= most) return undefined;
  // A job may go on between two pages.
  const found = new Set(pages.flatMap(({ items }) => items ?? []).map(nameOf));
  const lost = whole.items.filter((item) => !found.has(nameOf(item))).length;
  if (lost === 0) return undefined;
  const breach = { actual: `${lost} of ${whole.items.length} are on no page` };
  return { exchange: whole.exchange, before: exchangesOf(pages), breach };
}

function exchangesOf(pages: readonly ListPage[]): CompletedExchange[] {
  return pages.map(({ exchange }) => exchange);
}

/** The id of an item, or all of it where it has none. */
function nameOf(item: unknown): string {
  return canonicalText(isObject(item) && item.id !== undefined ? item.id : item);
}

interface Next {
  readonly parameter: ListParameter;
  readonly value: unknown;
  readonly title: string;
  /** True if the target itself gave the value. */
  readonly isGiven: boolean;
}

/** The continuation of a list; undefined where the document doesn't name it in the usual way. */
export function walkBy(
  list: ListReader,
  size: number,
): ((last: ListPage, pages: number) => Next | undefined) | undefined {
  const cursor = list.find(ofCursor, 'string');
  if (cursor)
    return (last) => {
      const value = cursorIn(last, cursor.parameter.name);
      return value === undefined
        ? undefined
        : { parameter: cursor, value, title: 'the page of next', isGiven: true };
    };
  if (size === 0) return undefined;
  const number = list.find(ofPage, 'integer');
  const offset = list.find(ofOffset, 'integer');
  const parameter = number ?? offset;
  if (parameter === undefined) return undefined;
  const start = startOf(parameter, number !== undefined);
  return ({ items = [] }, pages) => {
    if (items.length < size) return undefined;
    const value = number ? start + pages : start + pages * size;
    return { parameter, value, title: `${parameter.parameter.name} ${value}`, isGiven: false };
  };
}

function startOf({ schema }: ListParameter, isNumber: boolean): number {
  const { default: usual, minimum } = schema as { default?: unknown; minimum?: unknown };
  return (
    [usual, isNumber ? minimum : 0].find((one): one is number => typeof one === 'number') ??
    (isNumber ? 1 : 0)
  );
}

/** The cursor of the next page: in a field called after the parameter, or after next, of the body or an object in it. */
function cursorIn({ exchange: { json } }: ListPage, name: string): string | undefined {
  const body = json.ok && isObject(json.value) ? json.value : undefined;
  if (body === undefined) return undefined;
  const fields = entriesOf(body);
  const isLast = fields.some(
    ([field, one]) => ['hasmore', 'hasnextpage'].includes(joined(field)) && one === false,
  );
  const wanted = ['next', 'nextcursor', 'nextpagetoken', 'nexttoken', 'endcursor', `next${joined(name)}`];
  const [, value] =
    fields.find(([field, one]) => wanted.includes(joined(field)) && typeof one === 'string') ?? [];
  // An address is no cursor.
  return isLast || typeof value !== 'string' || value === '' || /^(?:https?:|\/)/.test(value)
    ? undefined
    : value;
}
