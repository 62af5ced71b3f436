import { createHash } from 'node:crypto';
import { instead, onBody, onEach, onReply, refuses, toStrangers } from '../changes.js';
import type { Problem } from '../read-operations.js';
import { documentService, json, onThing, text } from '../serve-document.js';
import { type Call, type Fields, fieldsOf, type Reply } from '../replies.js';

const KEY = 'search-key-31b8';

/** Searches read by cursor: filters in queries and bodies, orders, Link headers, suggestions, facets and a tree. */
export const service = documentService({
  name: 'catalogue',
  headers: { 'x-search-key': KEY },
  refuse: refused,
  open,
  effects: {
    'key-unchecked': { admits: () => true },
    'search-public': toStrangers('filterProducts', () => refused(400, 'Not valid')),
    'suggest-protected': toStrangers('suggest', () => refused(401, 'No valid key')),
    'key-bare': onReply('*', 401, (reply) => (reply.body = JSON.stringify('Unauthorized'))),
    'cursor-number': onBody('searchProducts', 200, (body) => {
      if (body.next_cursor !== null) body.next_cursor = 5;
    }),
    'limit-ignored': onBody(
      'searchProducts',
      200,
      (body) => (body.items = Array.from({ length: 25 }, () => (body.items as unknown[])[0] ?? PRODUCTS[0])),
    ),
    'cursor-own-500': instead(
      'searchProducts',
      (call) => call.parameters.cursor !== undefined && json(500, { message: 'Invalid cursor state' }),
    ),
    'cursor-refused': refuses(
      'listReviews searchProducts',
      'query/cursor',
      (call) => call.parameters.cursor !== undefined,
    ),
    'cursor-foreign-500': onReply('*', 400, (reply) => {
      if (fieldsOf(reply.body).reason === 'invalid_cursor') reply.status = 500;
    }),
    'nothing-404': {
      reply: (reply) =>
        reply.status === 200 && JSON.stringify(fieldsOf(reply.body).items) === '[]'
          ? refused(404, 'Nothing')
          : reply,
    },
    'stock-text': onEach(
      'searchProducts',
      'items',
      (one) => (one.in_stock = one.in_stock === true ? 'yes' : 'no'),
    ),
    'review-id': onEach('listReviews', 'items', (one, at) => (one.id = at + 1)),
    'currency-echo': onBody('getPrice', 200, (body) => (body.currency = text(body.currency).toLowerCase())),
    'tree-leaves': onReply('listCategoryNames', 200, (reply) => {
      if (Array.isArray(reply.body) && typeof reply.body[0] === 'object')
        reply.body = [{ name: 'all', children: [{ name: 'lighting' }] }];
    }),
    'categories-two': refuses(
      'searchProducts',
      'query/category',
      (call) => Array.isArray(call.parameters.category) && call.parameters.category.length > 1,
    ),
    'filter-exists': refuses('filterProducts', 'body/filters', (call) => kinds(call).includes('exists')),
    'filter-open-range-500': instead(
      'filterProducts',
      (call) =>
        filtersOf(call).some((one) => one.kind === 'range' && one.to === undefined) &&
        json(500, { message: 'undefined' }),
    ),
    'error-422': {
      reply: (reply, call) =>
        reply.status === 400 && call.method === 'GET' ? refused(422, 'Not valid') : reply,
    },
    'link-absolute': onReply(
      'searchProducts',
      200,
      (reply, call) => (reply.headers.link = `<http://${call.headers.host}/products>; rel="self"`),
    ),
  },
});

const PRODUCTS: readonly Fields[] = Array.from({ length: 12 }, (_, at) => {
  const sku = `${['LMP', 'CHR', 'BOX'][at % 3]}-${String(at + 1).padStart(4, '0')}`;
  return {
    ...{
      sku,
      name: `${['Lamp', 'Chair', 'Box'][at % 3]} ${at + 1}`,
      category: ['lighting', 'seating', 'storage'][at % 3],
    },
    ...(at % 4 !== 3 && { brand: ['Nord', 'Süd'][at % 2] }),
    ...{
      price: { amount: 19.9 + 7 * at, currency: 'EUR' },
      in_stock: at % 5 !== 4,
      rating: at % 3 === 2 ? null : 3 + (at % 5) / 4,
    },
    url: `https://marketplace.example.com/p/${sku}`,
  };
});

const amountOf = (product: Fields) => Number(fieldsOf(product.price).amount);
const filtersOf = (call: Call) =>
  (Array.isArray(fieldsOf(call.body).filters) ? (fieldsOf(call.body).filters as unknown[]) : []).map(
    fieldsOf,
  );
const kinds = (call: Call) => filtersOf(call).map(({ kind }) => kind);

function open() {
  const withProduct = onThing(
    ({ parameters }) => PRODUCTS.find(({ sku }) => sku === parameters.sku),
    () => refused(404, 'There is no such product'),
  );
  return {
    searchProducts: (call: Call) => {
      const found = ordered(
        PRODUCTS.filter((one) => matches(one, call.parameters)),
        call.parameters.sort,
      );
      return page(found, call, ({ items, next }) => {
        const query = new URLSearchParams({ cursor: next ?? '' });
        const link = `</products>; rel="self"${next === null ? '' : `, </products?${query.toString()}>; rel="next"`}`;
        return json(200, { items, next_cursor: next }, { link, 'x-total-estimate': String(found.length) });
      });
    },
    filterProducts: (call: Call) => {
      const items = PRODUCTS.filter((one) => filtersOf(call).every((filter) => passes(one, filter)));
      return json(200, { items: items.slice(0, Number(fieldsOf(call.body).limit ?? 5)), next_cursor: null });
    },
    getProduct: withProduct((product) =>
      json(
        200,
        {
          ...product,
          description: 'Well made.',
          images: [{ url: 'https://img.example.com/1.jpg', width: 640, height: 480 }],
          attributes: { colour: 'grün' },
          added_at: '2026-01-15T09:30:00Z',
        },
        { 'cache-control': 'public, max-age=60' },
      ),
    ),
    listReviews: withProduct(({ sku }, call) => {
      const all = Array.from({ length: 7 }, (_, at) => ({
        ...{
          id: `5e2a6c1${at}-52a4-4d52-9e50-2f0a6c4f1b0${at}`,
          stars: 1 + (at % 5),
          author: at % 2 ? 'Ann' : null,
        },
        ...{ text: `About ${text(sku)}`, created_at: `2026-02-0${7 - at}T10:00:00Z`, verified: at > 3 },
      }));
      const { stars } = call.parameters;
      return page(
        all.filter((one) => stars === undefined || one.stars === stars),
        call,
        ({ items, next }) => json(200, { items, next_cursor: next }),
      );
    }),
    getPrice: withProduct((product, { parameters: { currency = 'EUR', quantity } }) => {
      const total = Math.round(amountOf(product) * Number(quantity) * 100) / 100;
      return json(200, { total, currency, valid_until: null });
    }),
    suggest: ({ parameters: { prefix } }: Call) => {
      const words = ['lamp', 'lamp shade', 'large box', 'chair'].filter((word) =>
        word.startsWith(text(prefix).toLowerCase()),
      );
      return json(200, words, { 'content-language': 'en' });
    },
    getFacets: ({ parameters: { fields } }: Call) =>
      json(200, Object.fromEntries((fields as string[]).map((field) => [field, counts(field)]))),
    listCategoryNames: ({ headers: { accept = '*/*' } }: Call) => {
      const names = ['lighting', 'seating', 'storage', 'textiles'];
      if (accept.includes('marketplace.flat') && !/application\/json|\*\/\*/.test(accept))
        return json(200, names, { 'content-type': 'application/vnd.marketplace.flat+json' });
      return json(200, [{ name: 'all', children: names.map((name) => ({ name, children: [] })) }]);
    },
  };
}

function matches(
  product: Fields,
  { q, category, min_price, max_price, in_stock }: Call['parameters'],
): boolean {
  const words = text(q ?? '')
    .toLowerCase()
    .split(/\s+/);
  return (
    words.every((word) => text(product.name).toLowerCase().includes(word)) &&
    (category === undefined || (category as unknown[]).includes(product.category)) &&
    (min_price === undefined || amountOf(product) >= Number(min_price)) &&
    (max_price === undefined || amountOf(product) <= Number(max_price)) &&
    (in_stock === undefined || product.in_stock === in_stock)
  );
}

function passes(product: Fields, { kind, field, value, from = 0, to = Infinity }: Fields): boolean {
  if (kind === 'term') return product[text(field)] === value;
  if (kind === 'exists') return (product[text(field)] ?? null) !== null;
  const number = field === 'price' ? amountOf(product) : Number(product.rating ?? -1);
  return number >= Number(from) && number <= Number(to);
}

function ordered(products: readonly Fields[], sort: unknown): Fields[] {
  const sign = { price_asc: 1, price_desc: -1 }[text(sort)] ?? 0;
  const sorted = products.toSorted((a, b) => sign * (amountOf(a) - amountOf(b)));
  return sort === 'newest' ? sorted.toReversed() : sorted;
}

/** One page of a list. A cursor holds where it goes on and what it was made for. */
function page<T>(
  found: readonly T[],
  call: Call,
  reply: (page: { items: T[]; next: string | null }) => Reply,
): Reply {
  const { cursor, limit, ...filters } = call.parameters;
  const fit = createHash('sha1').update(JSON.stringify(filters)).digest('hex').slice(0, 12);
  const [, at = '0', made] =
    /^(\d+)\.(\w+)$/.exec(Buffer.from(text(cursor ?? ''), 'base64url').toString()) ?? [];
  if (cursor !== undefined && made !== fit && !call.is('cursors-forgiving'))
    return refused(400, 'invalid cursor', [
      { at: 'query/cursor', keyword: 'pattern', text: 'is not one of this search' },
    ]);
  const from = made === fit ? Number(at) : 0;
  const to = from + Number(limit);
  const cursorTo = (place: number) => Buffer.from(`${place}.${fit}`).toString('base64url');
  const next = to < found.length ? cursorTo(call.is('cursor-loop') ? 0 : to) : null;
  return reply({ items: found.slice(from, to), next });
}

function counts(field: string): Record<string, number> {
  const values = PRODUCTS.map((one) => one[field]).filter((value) => value !== undefined);
  return Object.fromEntries(
    values.map((value) => [text(value), values.filter((other) => other === value).length]),
  );
}

function refused(status: number, message: string, problems: readonly Problem[] = []): Reply {
  const at = problems[0]?.at;
  const told = at === undefined ? {} : { parameter: at.replace(/^(query|path|header)\//, '') };
  const reason =
    message === 'invalid cursor'
      ? 'invalid_cursor'
      : at?.startsWith('body')
        ? 'invalid_body'
        : (REASONS[status] ?? 'other');
  const reply = json(status, { reason, message, ...told });
  reply.headers['content-type'] = 'application/vnd.error+json';
  return reply;
}

const REASONS: Record<number, string> = { 400: 'invalid_parameter', 401: 'unauthorized', 404: 'not_found' };
