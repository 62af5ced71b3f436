import { createHash } from 'node:crypto';
import {
  accepts,
  crashes,
  fault,
  instead,
  onBody,
  onEach,
  onReply,
  refuses,
  variant,
  without,
  charset,
  slow,
} from '../changes.js';
import {
  type Call,
  documentService,
  type Fields,
  fieldsOf,
  json,
  type Reply,
  text,
} from '../serve-document.js';

const KEY = 'search-key-31b8';
const known = (call: Call) => call.headers['x-search-key'] === KEY;

/** Searches read by cursor: filters in queries and bodies, orders, Link headers, suggestions, facets and a tree. */
export const service = documentService({
  name: 'catalogue',
  // A search by POST writes nothing, but only the words of the document say so.
  allowWrites: true,
  headers: { 'x-search-key': KEY },
  refuse: refused,
  signedIn: (call) => (known(call) || call.is('key-unchecked') ? undefined : refused(401, 'No valid key')),
  open,
  faults: [
    // Credentials
    fault('key-unchecked', 'No operation checks the key', 'security: key'),
    fault('search-public', 'The search by POST checks no key', 'security: key', {
      before: (call) =>
        call.operation.id === 'filterProducts' && !known(call) ? refused(400, 'Not valid') : undefined,
    }),
    fault('suggest-protected', 'Suggestions need a key', 'suggest: security []', {
      before: (call) =>
        call.operation.id === 'suggest' && !known(call) ? refused(401, 'No valid key') : undefined,
    }),
    fault(
      'key-402',
      'A missing key gets 402',
      '401',
      onReply('*', 401, (reply) => (reply.status = 402)),
    ),
    fault(
      'key-bare',
      '401 is a JSON text',
      '401: Error',
      onReply('*', 401, (reply) => (reply.body = JSON.stringify('Unauthorized'))),
    ),
    // Pages
    fault(
      'cursor-number',
      'next_cursor is a number',
      'next_cursor: string',
      onBody('searchProducts', 200, (body) => {
        if (body.next_cursor !== null) body.next_cursor = 5;
      }),
    ),
    fault(
      'cursor-absent',
      'next_cursor is left out on the last page',
      'required: next_cursor',
      onBody('searchProducts listReviews', 200, (body) => {
        if (body.next_cursor === null) delete body.next_cursor;
      }),
    ),
    fault(
      'cursor-false',
      'next_cursor is false on the last page',
      'next_cursor: string, nullable',
      onBody('searchProducts', 200, (body) => {
        if (body.next_cursor === null) body.next_cursor = false;
      }),
    ),
    fault(
      'limit-ignored',
      'limit is ignored',
      'limit; maxItems 20',
      onBody(
        'searchProducts',
        200,
        (body) =>
          (body.items = Array.from({ length: 25 }, () => (body.items as unknown[])[0] ?? PRODUCTS[0])),
      ),
    ),
    fault(
      'cursor-own-500',
      'The next page crashes',
      'Follow next_cursor',
      instead('searchProducts', (call) =>
        known(call) && call.parameters.cursor !== undefined
          ? json(500, { message: 'Invalid cursor state' })
          : undefined,
      ),
    ),
    fault(
      'cursor-refused',
      'Cursors of the service itself are refused',
      'Follow next_cursor',
      refuses('listReviews searchProducts', 'query/cursor', (call) => call.parameters.cursor !== undefined),
    ),
    fault('cursor-loop', 'next_cursor leads to the first page again', 'Follow next_cursor until it is null'),
    fault(
      'cursor-foreign-500',
      'A cursor that is none crashes',
      'invalid cursors: 400',
      onReply('*', 400, (reply) => {
        if (fieldsOf(reply.body).reason === 'invalid_cursor') reply.status = 500;
      }),
    ),
    fault(
      'items-null',
      'items is null when nothing fits',
      'items: array',
      onBody('searchProducts filterProducts', 200, (body) => {
        if (Array.isArray(body.items) && body.items.length === 0) body.items = null;
      }),
    ),
    fault('nothing-404', 'A search without a result gets 404', 'searchProducts: 200', {
      reply: (reply) =>
        reply.status === 200 && JSON.stringify(fieldsOf(reply.body).items) === '[]'
          ? refused(404, 'Nothing')
          : reply,
    }),
    fault(
      'page-more',
      'Pages have total_pages',
      'ProductPage: additionalProperties false',
      onBody('searchProducts', 200, (body) => (body.total_pages = 3)),
    ),
    fault(
      'link-absent',
      'Link is missing',
      'Link: required',
      onReply('searchProducts', 200, without('link')),
    ),
    fault(
      'link-bare',
      'Link is a bare address',
      'Link: pattern',
      onReply('searchProducts', 200, (reply) => (reply.headers.link = '/products?cursor=x')),
    ),
    fault(
      'total-words',
      'X-Total-Estimate is "about 12"',
      'X-Total-Estimate: integer',
      onReply('searchProducts', 200, (reply) => (reply.headers['x-total-estimate'] = 'about 12')),
    ),
    // Products
    fault(
      'amount-text',
      'Amounts are texts',
      'amount: number',
      onEach('searchProducts', 'items', (one) => (one.price = { amount: '19.90', currency: 'EUR' })),
    ),
    fault(
      'price-flat',
      'The price is a number',
      'price: object',
      onBody('getProduct', 200, (body) => (body.price = 19.9)),
    ),
    fault(
      'currency-symbol',
      'The currency is a symbol',
      'currency: enum',
      onEach('filterProducts', 'items', (one) => (one.price = { amount: 19.9, currency: '€' })),
    ),
    fault(
      'rating-absent',
      'rating is left out when it is null',
      'required: rating',
      onEach('searchProducts', 'items', (one) => {
        if (one.rating === null) delete one.rating;
      }),
    ),
    fault(
      'rating-hundred',
      'rating is from 0 to 100',
      'rating: maximum 5',
      onBody('getProduct', 200, (body) => (body.rating = 84)),
    ),
    fault(
      'stock-text',
      'in_stock is "yes" or "no"',
      'in_stock: boolean',
      onEach('searchProducts', 'items', (one) => (one.in_stock = one.in_stock === true ? 'yes' : 'no')),
    ),
    fault(
      'url-relative',
      'url is a path',
      'url: format uri',
      onBody('getProduct', 200, (body) => (body.url = '/p/1')),
    ),
    fault(
      'category-label',
      'The category is its label',
      'category: enum',
      onEach('searchProducts', 'items', (one) => (one.category = 'Lamps & Lighting')),
    ),
    fault(
      'images-none',
      'A product has no images',
      'images: minItems 1',
      onBody('getProduct', 200, (body) => (body.images = [])),
    ),
    fault(
      'image-size-text',
      'Sizes of images are texts',
      'width: integer',
      onBody(
        'getProduct',
        200,
        (body) => (body.images = [{ url: 'https://img.example.com/1', width: '640px', height: '480px' }]),
      ),
    ),
    fault(
      'attributes-list',
      'attributes is a list when it is empty (PHP)',
      'attributes: object',
      onBody('getProduct', 200, (body) => (body.attributes = [])),
    ),
    fault(
      'attribute-number',
      'An attribute is a number',
      'attributes: additionalProperties string',
      onBody('getProduct', 200, (body) => (body.attributes = { watts: 40 })),
    ),
    fault(
      'added-date',
      'added_at is a date',
      'added_at: format date-time',
      onBody('getProduct', 200, (body) => (body.added_at = '2026-01-01')),
    ),
    fault(
      'cache-control-absent',
      'Cache-Control is missing',
      'Cache-Control: required',
      onReply('getProduct', 200, without('cache-control')),
    ),
    fault(
      'unknown-200',
      'An unknown product gets 200 with an empty object',
      'getProduct: 404',
      onReply('getProduct', 404, (reply) => Object.assign(reply, json(200, {}))),
    ),
    fault(
      'unknown-html',
      'An unknown product gets a page',
      '404: Error',
      onReply('getProduct getPrice', 404, (reply) =>
        Object.assign(reply, { headers: { 'content-type': 'text/html' }, body: '<h1>404</h1>' }),
      ),
    ),
    // Reviews, prices, suggestions, facets, categories
    fault(
      'stars-half',
      'Stars have halves',
      'stars: integer',
      onEach('listReviews', 'items', (one) => (one.stars = 3.5)),
    ),
    fault(
      'author-anonymous',
      'An author is left out where there is none, and text is null',
      'text: string',
      onEach('listReviews', 'items', (one) => (one.text = null)),
    ),
    fault(
      'review-id',
      'Identifiers of reviews are numbers',
      'id: string',
      onEach('listReviews', 'items', (one, at) => (one.id = at + 1)),
    ),
    fault(
      'total-null',
      'The total is null when the product is sold out',
      'total: number',
      onBody('getPrice', 200, (body) => (body.total = null)),
    ),
    fault(
      'currency-echo',
      'The currency is in small letters',
      'currency: enum',
      onBody('getPrice', 200, (body) => (body.currency = text(body.currency).toLowerCase())),
    ),
    fault(
      'discount-percent',
      'The discount is in percent',
      'discount: maximum 1',
      onBody('getPrice', 200, (body) => (body.discount = 15)),
    ),
    fault(
      'suggest-objects',
      'Suggestions are objects',
      'suggest: items string',
      onReply('suggest', 200, (reply) => (reply.body = [{ word: 'lamp' }])),
    ),
    fault(
      'suggest-repeats',
      'Suggestions repeat',
      'suggest: uniqueItems',
      onReply('suggest', 200, (reply) => (reply.body = ['lamp', 'lamp'])),
    ),
    fault(
      'language-region',
      'Content-Language is en-GB,de',
      'Content-Language: pattern',
      onReply('suggest', 200, (reply) => (reply.headers['content-language'] = 'en-GB,de')),
    ),
    fault(
      'facets-list',
      'Facets are lists',
      'getFacets: object',
      onBody('getFacets', 200, (body) => (body.brand = [{ value: 'Nord', count: 2 }])),
    ),
    fault(
      'tree-leaves',
      'Leaves of the tree have no children',
      'required: children',
      onReply('listCategoryNames', 200, (reply) => {
        if (Array.isArray(reply.body) && typeof reply.body[0] === 'object')
          reply.body = [{ name: 'all', children: [{ name: 'lighting' }] }];
      }),
    ),
    fault(
      'tree-type',
      'The tree is sent as text/json',
      'listCategoryNames: application/json',
      onReply('listCategoryNames', 200, (reply) => (reply.headers['content-type'] = 'text/json')),
    ),
    // Requests
    fault('sort-unchecked', 'Any order passes', 'sort: enum', accepts('searchProducts', /sort/)),
    fault('q-empty', 'An empty q passes', 'q: minLength 1', accepts('searchProducts', /query\/q$/)),
    fault(
      'limit-unbounded',
      'limit has no maximum',
      'limit: maximum 20',
      accepts('searchProducts listReviews', /limit/, /maximum/),
    ),
    fault(
      'price-words-500',
      'A price that is no number crashes',
      '500 is not declared',
      crashes('searchProducts', /_price/, { message: 'NumberFormatException' }, /type/),
    ),
    fault(
      'price-negative',
      'Negative prices pass',
      'min_price: minimum 0',
      accepts('searchProducts', /_price/, /minimum/),
    ),
    fault(
      'categories-two',
      'A second category is refused',
      'category: array, exploded',
      refuses(
        'searchProducts',
        'query/category',
        (call) => Array.isArray(call.parameters.category) && call.parameters.category.length > 1,
      ),
    ),
    fault(
      'stock-false',
      'in_stock=false is refused',
      'in_stock: boolean',
      refuses('searchProducts', 'query/in_stock', (call) => call.parameters.in_stock === false),
    ),
    fault(
      'currency-optional',
      'The currency may be missing',
      'currency: required',
      accepts('getPrice', /currency/, /required/),
    ),
    fault(
      'quantity-zero',
      'Quantity 0 passes',
      'quantity: minimum 1',
      accepts('getPrice', /quantity/, /minimum/),
    ),
    fault(
      'prefix-short',
      'A prefix of one letter passes',
      'prefix: minLength 2',
      accepts('suggest', /prefix/, /minLength/),
    ),
    fault(
      'fields-unknown-500',
      'An unknown field crashes',
      '500 is not declared',
      crashes('getFacets', /fields/, { message: 'Unknown column' }),
    ),
    fault(
      'filter-kind',
      'A filter of an unknown kind passes',
      'Filter: discriminator kind',
      accepts('filterProducts', /filters/),
    ),
    fault(
      'filters-none',
      'A search without filters passes',
      'filters: minItems 1',
      accepts('filterProducts', /filters/, /minItems/),
    ),
    fault(
      'filter-exists',
      'Filters of the kind exists are refused',
      'Filter: ExistsFilter',
      refuses('filterProducts', 'body/filters', (call) => kinds(call).includes('exists')),
    ),
    fault(
      'filter-open-range-500',
      'A range without an end crashes',
      'RangeFilter: to is not required',
      instead('filterProducts', (call) =>
        known(call) && filtersOf(call).some((one) => one.kind === 'range' && one.to === undefined)
          ? json(500, { message: 'undefined' })
          : undefined,
      ),
    ),
    fault(
      'error-plain-json',
      'Errors are sent as application/json',
      '400: application/vnd.error+json',
      onReply('*', 400, (reply) => (reply.headers['content-type'] = 'application/json')),
    ),
    fault(
      'error-reason',
      'Errors have other reasons',
      'reason: enum',
      onBody('*', 400, (body) => (body.reason = 'BAD_REQUEST')),
    ),
    fault('error-422', 'Invalid parameters get 422', '422 is not declared', {
      reply: (reply, call) =>
        reply.status === 400 && call.method === 'GET' ? refused(422, 'Not valid') : reply,
    }),
  ],
  variants: [
    variant(
      'one-page',
      'Everything fits on a page',
      onBody('searchProducts listReviews', 200, (body) => (body.next_cursor = null)),
    ),
    variant(
      'nothing',
      'Nothing is found',
      onBody('searchProducts', 200, (body) => Object.assign(body, { items: [], next_cursor: null })),
    ),
    variant(
      'took',
      'Pages say how long they took',
      onBody('searchProducts', 200, (body) => (body.took_ms = 1.75)),
    ),
    variant(
      'product-more',
      'Products have further fields',
      onEach('searchProducts', 'items', (one) => Object.assign(one, { badges: [], seller: null })),
    ),
    variant(
      'link-absolute',
      'Link has absolute addresses',
      onReply(
        'searchProducts',
        200,
        (reply, call) => (reply.headers.link = `<http://${call.headers.host}/products>; rel="self"`),
      ),
    ),
    charset,
    variant(
      'error-parameter',
      'Errors name no parameter',
      onBody('*', 400, (body) => void Reflect.deleteProperty(body, 'parameter')),
    ),
    variant('cursors-forgiving', 'Cursors of other filters start anew'),
    variant(
      'no-suggestions',
      'There are no suggestions',
      onReply('suggest', 200, (reply) => (reply.body = [])),
    ),
    slow,
  ],
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
  const withProduct = (handler: (product: Fields, call: Call) => Reply) => (call: Call) => {
    const product = PRODUCTS.find(({ sku }) => sku === call.parameters.sku);
    return product === undefined ? refused(404, 'There is no such product') : handler(product, call);
  };
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
    return refused(400, 'invalid cursor', [{ at: 'query/cursor', text: 'is not one of this search' }]);
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

function refused(
  status: number,
  message: string,
  problems: readonly { readonly at: string; readonly text: string }[] = [],
): Reply {
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
