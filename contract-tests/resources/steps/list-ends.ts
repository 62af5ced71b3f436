import type { Conclusion } from '../../../src/conformance/rules/rule.js';
import { header, type CompletedExchange } from '../../../src/conformance/target/exchange.js';
import { isObject } from '../../../src/contract/schema/json-equal.js';
import type { ListPage } from './list-reader.js';

/** The number of items that a list says there are, by the usual names of headers and fields, and where it says so. */
export function totalsIn({ json, response }: CompletedExchange): (readonly [name: string, total: number])[] {
  const headers = ['X-Total-Count', 'X-Total'].map((name) => [name, header(response, name) ?? ''] as const);
  const told = headers.flatMap(([name, text]) => (/^\d+$/.test(text) ? [[name, Number(text)] as const] : []));
  const { value } = json.ok ? json : { value: undefined };
  const fields = isObject(value)
    ? ['total', 'total_count', 'totalCount'].map((name) => [name, value[name]] as const)
    : [];
  return [
    ...told,
    ...fields.filter((entry): entry is readonly [string, number] => typeof entry[1] === 'number'),
  ];
}

/** A total that is less than what pages have, or a number of pages that the total doesn't make. */
export function wrongTotal(
  pages: readonly ListPage[],
  size: number,
  isNumbered: boolean,
): Conclusion | undefined {
  const [first] = pages;
  if (first === undefined) return undefined;
  const { exchange } = first;
  const count = pages.flatMap(({ items = [] }) => items).length;
  const totals = totalsIn(exchange);
  const low = totals.find(([, total]) => total < count);
  if (low !== undefined)
    return {
      exchange,
      breach: { actual: `${low[0]} is ${low[1]}, and ${pages.length} pages have ${count}` },
    };
  const [name, told] = numberOf(exchange.json.ok ? exchange.json.value : undefined, ofPages) ?? [];
  const [, total] = totals[0] ?? [];
  if (!isNumbered || told === undefined || total === undefined || total === 0 || size === 0) return undefined;
  const expected = Math.ceil(total / size);
  // A server may give more or fewer than it was asked for.
  if (told === expected || (pages.length > 1 && first.items?.length !== size)) return undefined;
  const actual = `${name ?? ''} is ${told}, for ${total} on pages of ${size}`;
  return { exchange, breach: { actual, expected: [`${expected} pages`] } };
}

/** The usual names of the number of pages. */
const ofPages = ['totalpages', 'pagecount', 'numpages', 'lastpage'];

function numberOf(body: unknown, names: readonly string[]): readonly [string, number] | undefined {
  return entriesOf(body).find(
    (entry): entry is [string, number] => names.includes(joined(entry[0])) && typeof entry[1] === 'number',
  );
}

/** The fields of a body and of the objects in it. */
export function entriesOf(body: unknown): [string, unknown][] {
  const objects = isObject(body) ? [body, ...Object.values(body).filter(isObject)] : [];
  return objects.flatMap((object) => Object.entries(object));
}

/** A name without what joins its words, in small letters. */
export function joined(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}
