import type { SchemaPlace } from '../../../values/schema/schema-places.js';
import type { ValueGenerator } from '../../../values/value-generator.js';
import { plainName } from '../../resources/paths.js';
import type { Inside } from '../../resources/resource.js';
import { plainText } from '../item.js';
import { cursorAt, hasMore, type Page, type Turn } from './list-query.js';

/** The addresses of pages around one. */
export interface PageLinks {
  readonly next: string | undefined;
  readonly prev: string | undefined;
  readonly first: string;
  readonly last: string | undefined;
}

/** The value of a property that says something of a page; undefined where its name says nothing, null where there is nothing to say. */
type Says = (page: Page, links: PageLinks, siblings: ReadonlySet<string>) => unknown;

const says: readonly (readonly [RegExp, Says])[] = [
  [
    /^(total|totalcount|totalitems|totalresults|totalelements|totalsize|totalrecords|recordstotal|resultcount)$/,
    ({ total }) => total,
  ],
  [
    /^(count|size|resultscount|numberofelements|returned)$/,
    ({ total, items }, _links, siblings) =>
      siblings.has('next') && siblings.has('previous') ? total : items.length,
  ],
  [/^(hasmore|hasnext|hasnextpage|more|istruncated|moreresults|moreitems)$/, (page) => hasMore(page)],
  [/^(hasprev|hasprevious|hasprevpage|haspreviouspage)$/, ({ offset }) => offset > 0],
  [/^(limit|perpage|pagesize|itemsperpage|maxresults)$/, ({ limit, items }) => limit ?? items.length],
  [/^(offset|skip|startindex|startat)$/, ({ offset }) => offset],
  [/^(page|pagenumber|currentpage|pageindex)$/, (page) => pageNumber(page)],
  [/^(pages|totalpages|lastpage|pagecount)$/, (page) => pageCount(page)],
  [
    /^(nextcursor|nextpagetoken|nexttoken|continuationtoken|aftercursor|endcursor|cursor|nextmarker|nextpage)$/,
    (page) => nextValue(page) ?? null,
  ],
  [/^(next|nexturl|nextlink|nextpageurl|nextpageuri)$/, (_page, { next }) => next ?? null],
  [/^(prev|previous|prevurl|previousurl|prevpageurl)$/, (_page, { prev }) => prev ?? null],
  [/^(lastid)$/, ({ lastId }) => lastId ?? null],
];

/** Fills what stands around a page of a list: totals, cursors, links. What has nothing to say is null where it may be, or left out. */
export class ListEnvelope {
  constructor(
    private readonly generator: ValueGenerator,
    private readonly page: Page,
    private readonly links: PageLinks,
  ) {}

  /**
   * The body around a page.
   *
   * @param places the schemas of the whole body
   * @param inside where the list is
   * @param list makes it, of the schemas of the list
   */
  around(
    places: readonly SchemaPlace[],
    inside: Inside,
    list: (places: readonly SchemaPlace[]) => unknown,
  ): unknown {
    const [name, ...deeper] = inside;
    if (name === undefined) return list(places);
    const property = this.generator.shapeOf(places).properties.get(name) ?? [];
    return this.filled(places, { [name]: this.around(property, deeper, list) }, 0);
  }

  private filled(
    places: readonly SchemaPlace[],
    known: Readonly<Record<string, unknown>>,
    depth: number,
  ): Record<string, unknown> {
    const { properties, required } = this.generator.shapeOf(places);
    const siblings = new Set([...properties.keys()].map(plainName));
    const filled: Record<string, unknown> = { ...known };
    for (const [name, within] of properties) {
      if (Object.hasOwn(known, name)) continue;
      const value = this.valueOf(name, within, siblings);
      if (value !== undefined) filled[name] = value;
      else if (depth < 2 && this.isAboutPages(name, within)) {
        const inner = this.filled(within, {}, depth + 1);
        if (Object.keys(inner).length > 0 || required.has(name)) filled[name] = inner;
      } else if (required.has(name) && isNothing(name) && this.generator.accepts(within, ''))
        filled[name] = '';
    }
    return filled;
  }

  private valueOf(name: string, places: readonly SchemaPlace[], siblings: ReadonlySet<string>): unknown {
    const say = says.find(([pattern]) => pattern.test(plainName(name)))?.[1];
    const value = say?.(this.page, this.links, siblings);
    if (value === undefined) return undefined;
    return [value, plainText(value)].find(
      (one) => (one !== 'null' || value !== null) && this.generator.accepts(places, one),
    );
  }

  private isAboutPages(name: string, places: readonly SchemaPlace[]): boolean {
    const isNamedSo =
      /^(meta|pagination|paging|page|pageinfo|links|cursors?|metadata|responsemetadata)$/.test(
        plainName(name),
      );
    return isNamedSo && this.generator.shapeOf(places).properties.size > 0;
  }
}

/** A cursor that is required and may not be null is empty at the end: any other would lead on for ever. */
function isNothing(name: string): boolean {
  return /cursor|token|^next|^prev|marker/i.test(name);
}

/** The value of the parameter that leads to the next page; undefined behind the last. */
export function nextValue(page: Page): string | undefined {
  return hasMore(page) && page.items.length > 0 && page.turn
    ? valueAt(page, page.turn, page.offset + page.items.length)
    : undefined;
}

function valueAt(page: Page, { by }: Turn, offset: number): string | undefined {
  if (by === 'cursor') return cursorAt(offset);
  if (by === 'offset') return String(offset);
  if (by === 'last-id') return page.lastId;
  return page.limit === undefined || page.limit === 0
    ? undefined
    : String(Math.floor(offset / page.limit) + page.firstPage);
}

/** @param address the path and query of the request, and the origin at which the client reached the mock */
export function pageLinks(
  page: Page,
  address: { readonly origin: string; readonly target: string },
): PageLinks {
  const { turn, limit, offset, total } = page;
  const at = (value: string | undefined): string | undefined => {
    if (value === undefined || !turn) return undefined;
    const url = new URL(address.target, 'http://mock');
    url.searchParams.set(turn.parameter, value);
    return address.origin + url.pathname + url.search;
  };
  // By the id of its last item only the next page is known.
  const atOffset = (start: number): string | undefined =>
    turn && turn.by !== 'last-id' ? at(valueAt(page, turn, start)) : undefined;
  return {
    next: at(nextValue(page)),
    prev: limit !== undefined && offset > 0 ? atOffset(Math.max(0, offset - limit)) : undefined,
    first: atOffset(0) ?? '',
    last: limit === undefined ? undefined : atOffset((pageCount({ limit, total }) - 1) * limit),
  };
}

/** A Link header (RFC 8288); undefined where there is no other page. */
export function linkHeader(links: PageLinks): string | undefined {
  const text = Object.entries(links)
    .filter(([, address]) => address !== undefined && address !== '')
    .map(([relation, address]) => `<${address}>; rel="${relation}"`)
    .join(', ');
  return text === '' ? undefined : text;
}

function pageNumber({ limit, offset, firstPage }: Page): number {
  return (limit === undefined || limit === 0 ? 0 : Math.floor(offset / limit)) + firstPage;
}

function pageCount({ limit, total }: Pick<Page, 'limit' | 'total'>): number {
  return limit === undefined || limit === 0 ? 1 : Math.max(1, Math.ceil(total / limit));
}
