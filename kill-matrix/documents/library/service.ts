import { createHash, randomUUID } from 'node:crypto';
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
  absoluteLocation,
  charset,
  slow,
} from '../changes.js';
import {
  type Call,
  documentService,
  type Fields,
  fieldsOf,
  json,
  noContent,
  type Reply,
  text,
} from '../serve-document.js';

const KEY = 'library-key-7f3a';

interface Book {
  fields: Fields;
  readonly copies: Map<number, Fields>;
  lastNumber: number;
}

/** Books and their copies: create, read, replace, change, remove, and lists by page. */
export const service = documentService({
  name: 'library',
  allowWrites: true,
  headers: { 'x-api-key': KEY },
  refuse: problem,
  signedIn: (call) =>
    call.headers['x-api-key'] === KEY || call.is('any-key-passes') ? undefined : problem(401, 'No valid key'),
  open,
  faults: [
    // Credentials
    fault('any-key-passes', 'No operation checks the key', 'security: apiKey'),
    fault('list-is-public', 'The list checks no key', 'security: apiKey', {
      before: (call) =>
        call.operation.id === 'listBooks' && !call.headers['x-api-key'] ? page([], 0) : undefined,
    }),
    fault('delete-without-key', 'Deletions check no key', 'security: apiKey', {
      before: (call) =>
        call.method === 'DELETE' && call.headers['x-api-key'] !== KEY ? noContent() : undefined,
    }),
    fault('key-403', 'A request without a key gets 403', '401 is declared, 403 is not', {
      reply: (reply) => (reply.status === 401 ? problem(403, 'Forbidden') : reply),
    }),
    fault('key-html', '401 is an HTML page', '401 is application/problem+json', onReply('*', 401, html)),
    fault(
      'key-no-challenge',
      '401 comes without WWW-Authenticate',
      'header WWW-Authenticate is required',
      onReply('*', 401, without('www-authenticate')),
    ),
    // Schemas of responses
    fault(
      'pages-text',
      'pages is a text in lists',
      'pages: integer',
      onEach('listBooks', '', (one) => (one.pages = text(one.pages))),
    ),
    fault(
      'author-single',
      'A single author comes as a text',
      'authors: array',
      onBody('getBook createBook', 0, (body) => {
        const authors = body.authors;
        if (Array.isArray(authors) && authors.length === 1) body.authors = authors[0] as string;
      }),
    ),
    fault(
      'id-without-hyphens',
      'Identifiers come without hyphens',
      'id: format uuid',
      onBody('createBook', 201, (body) => (body.id = text(body.id).replaceAll('-', ''))),
    ),
    fault(
      'created-local',
      'created_at has no zone',
      'created_at: format date-time',
      onBody('getBook', 200, (body) => (body.created_at = text(body.created_at).slice(0, 19))),
    ),
    fault(
      'published-time',
      'published comes with a time',
      'published: format date',
      onEach('listBooks', '', (one) => {
        if (one.published !== undefined) one.published = `${text(one.published)}T00:00:00Z`;
      }),
    ),
    fault(
      'genre-capitals',
      'Genres are in capitals',
      'genre: enum',
      onEach('listBooks', '', (one) => (one.genre = text(one.genre).toUpperCase())),
    ),
    fault(
      'database-id',
      'Books show _id and __v of the database',
      'Book: additionalProperties false',
      onBody('getBook', 200, (body) => Object.assign(body, { _id: 'x', __v: 0 })),
    ),
    fault(
      'language-absent',
      'language is left out when it is null',
      'Book: required language',
      onBody('getBook createBook replaceBook', 0, (body) => {
        if (body.language === null) delete body.language;
      }),
    ),
    fault(
      'shelf-null',
      'shelf is null for books that are on none',
      'shelf: object, not nullable',
      onEach('listBooks', '', (one) => (one.shelf ??= null)),
    ),
    fault(
      'published-null',
      'published is null after creation without it',
      'published: string, not nullable',
      onBody('createBook', 201, (body) => (body.published ??= null)),
    ),
    fault(
      'list-wrapped',
      'The list of books is wrapped in data',
      'listBooks 200: array',
      onReply('listBooks', 200, (reply) => (reply.body = { data: reply.body })),
    ),
    fault(
      'copy-price-text',
      'The price of copies is a text',
      'price: number',
      onEach('listCopies', 'items', (one) => {
        if (one.price !== null) one.price = text(one.price);
      }),
    ),
    fault(
      'copies-no-total',
      'The list of copies has count instead of total',
      'required: total',
      onBody('listCopies', 200, (body) => {
        body.count = body.total;
        delete body.total;
      }),
    ),
    fault(
      'copy-number-zero',
      'Copies are numbered from 0',
      'number: minimum 1',
      onBody('addCopy', 201, (body) => (body.number = Number(body.number) - 1)),
    ),
    // Headers, statuses, media types
    fault(
      'no-total-count',
      'X-Total-Count is missing',
      'header X-Total-Count is required',
      onReply('listBooks', 200, without('x-total-count')),
    ),
    fault(
      'total-count-words',
      'X-Total-Count is "10+"',
      'X-Total-Count: integer',
      onReply('listBooks', 200, (reply) => (reply.headers['x-total-count'] = '10+')),
    ),
    fault(
      'no-location',
      'A new book comes without Location',
      'header Location is required',
      onReply('createBook', 201, without('location')),
    ),
    fault(
      'etag-unquoted',
      'ETag has no quotes',
      'ETag: pattern',
      onReply('getBook', 200, (reply) => (reply.headers.etag = text(reply.headers.etag).replaceAll('"', ''))),
    ),
    fault(
      'create-200',
      'A new book gets 200',
      'createBook: 201',
      onReply('createBook', 201, (reply) => (reply.status = 200)),
    ),
    fault(
      'delete-200',
      'A deletion gets 200 with the words OK',
      'deleteBook: 204',
      onReply('deleteBook removeCopy', 204, (reply) => Object.assign(reply, json(200, { message: 'OK' }))),
    ),
    fault(
      'problem-plain-json',
      'Problems are sent as application/json',
      '400, 404: application/problem+json',
      onReply('*', 404, (reply) => (reply.headers['content-type'] = 'application/json')),
    ),
    fault(
      'problem-framework',
      '400 has the form of the framework',
      'Problem: required type, title, status',
      onReply(
        '*',
        400,
        (reply) => (reply.body = { statusCode: 400, message: ['not valid'], error: 'Bad Request' }),
      ),
    ),
    fault(
      'problem-errors-texts',
      'errors of a problem are texts',
      'errors: items object',
      onBody('*', 400, (body) => (body.errors = ['title is not valid'])),
    ),
    fault('invalid-422', 'Invalid bodies get 422', '422 is not declared', {
      reply: (reply, call) =>
        reply.status === 400 && call.body !== undefined ? problem(422, 'Unprocessable') : reply,
    }),
    // Requests
    fault(
      'title-empty',
      'An empty title passes',
      'title: minLength 1',
      accepts('createBook replaceBook', /title$/, /minLength/),
    ),
    fault(
      'isbn-unchecked',
      'Any text passes as an ISBN',
      'isbn: pattern',
      accepts('createBook', /isbn$/, /pattern/),
    ),
    fault(
      'pages-negative',
      'pages may be negative',
      'pages: minimum 1',
      accepts('createBook updateBook', /pages$/, /minimum/),
    ),
    fault(
      'unknown-fields',
      'Unknown fields are kept',
      'BookInput: additionalProperties false',
      accepts('createBook', /./, /additionalProperties/),
    ),
    fault(
      'put-unchecked',
      'A replacement is not validated',
      'replaceBook: BookInput',
      accepts('replaceBook', /^body\//),
    ),
    fault('genre-free', 'Any genre passes in a change', 'genre: enum', accepts('updateBook', /genre/)),
    fault(
      'authors-repeated',
      'Repeated authors crash on the unique index',
      'uniqueItems; 500 is not declared',
      crashes('createBook replaceBook', /authors/, { error: 'E11000 duplicate key' }, /uniqueItems/),
    ),
    fault(
      'syntax-500',
      'A body that is not JSON crashes',
      '500 is not declared',
      crashes('*', /^body$/, { error: 'Unexpected token' }, /syntax/),
    ),
    fault(
      'uuid-500',
      'An identifier that is no UUID crashes in the database',
      '500 is not declared',
      crashes('getBook deleteBook listCopies', /bookId/, { error: 'invalid input syntax for type uuid' }),
    ),
    fault(
      'per-page-unbounded',
      'per_page has no maximum',
      'per_page: maximum 50',
      accepts('listBooks', /per_page/, /maximum/),
    ),
    fault(
      'page-zero-500',
      'page=0 crashes with a negative offset',
      '500 is not declared',
      crashes('listBooks', /query\/page/, { error: 'OFFSET must not be negative' }, /minimum/),
    ),
    fault(
      'language-required',
      'language may not be null',
      'language: nullable',
      refuses('createBook replaceBook', 'body/language', (call) => fieldsOf(call.body).language === null),
    ),
    fault(
      'accents-refused',
      'Titles with letters beyond ASCII are refused',
      'title: string',
      refuses('createBook replaceBook updateBook', 'body/title', (call) =>
        /[^\x20-\x7e]/.test(text(fieldsOf(call.body).title)),
      ),
    ),
    fault(
      'page-size-one',
      'per_page=1 crashes',
      'per_page: minimum 1',
      instead('listBooks', (call) =>
        call.parameters.per_page === 1 && call.headers['x-api-key'] === KEY
          ? json(500, { error: 'division by zero' })
          : undefined,
      ),
    ),
    fault(
      'merge-patch-415',
      'application/merge-patch+json is not supported',
      'updateBook: application/merge-patch+json',
      instead('updateBook', (call) =>
        call.mediaType === 'application/merge-patch+json' && call.headers['x-api-key'] === KEY
          ? problem(415, 'Unsupported')
          : undefined,
      ),
    ),
    // State
    fault('create-forgotten', 'A new book is not found', 'link self of createBook'),
    fault('delete-soft', 'A removed book is still found', 'A removed book is not found any more'),
    fault('delete-unknown-204', 'Removing an unknown book gets 204', 'deleteBook: 404'),
    fault('put-ignored', 'A replacement answers well and changes nothing', 'The book as it is now'),
    fault(
      'patch-drops',
      'A change drops the fields that it does not name',
      'Change fields of a book (RFC 7396)',
    ),
    fault(
      'unknown-500',
      'An unknown book crashes',
      '404',
      onReply('getBook', 404, (reply) =>
        Object.assign(reply, json(500, { error: 'Cannot read properties of null' })),
      ),
    ),
    fault(
      'unknown-200',
      'An unknown book gets 200 with null',
      '404',
      onReply('getBook', 404, (reply) => Object.assign(reply, json(200, null))),
    ),
    fault('filter-ignored', 'The filter by genre is ignored', 'genre in query'),
    fault('per-page-ignored', 'per_page is ignored', 'per_page: Books of a page'),
  ],
  variants: [
    variant(
      'more-headers',
      'Further headers',
      onReply('*', 0, (reply) =>
        Object.assign(reply.headers, { 'x-request-id': randomUUID(), 'ratelimit-remaining': '99' }),
      ),
    ),
    charset,
    absoluteLocation('createBook', 201),
    variant(
      'weak-etag',
      'ETag is weak',
      onReply('getBook', 200, (reply) => (reply.headers.etag = `W/${text(reply.headers.etag)}`)),
    ),
    variant('empty-library', 'No book at the start'),
    slow,
    variant(
      'problem-more',
      'Problems have further members',
      onBody('*', 400, (body) => Object.assign(body, { instance: '/problems/1', trace: 'a1' })),
    ),
    variant(
      'copy-more',
      'Copies have further fields',
      onEach('listCopies', 'items', (one) => (one.acquired = null)),
    ),
    variant(
      'fractions',
      'Times with microseconds',
      onBody(
        'getBook createBook',
        0,
        (body) => (body.created_at = text(body.created_at).replace('Z', '123Z')),
      ),
    ),
    variant(
      'offset',
      'Times with an offset',
      onEach('listBooks', '', (one) => (one.created_at = text(one.created_at).replace('Z', '+00:00'))),
    ),
    variant(
      'language-stated',
      'Books without a language get one',
      onBody('createBook', 201, (body) => (body.language ??= 'en')),
    ),
  ],
});

function open() {
  const books = new Map<string, Book>();
  let filled = false;
  const fill = (call: Call) => {
    if (filled) return;
    filled = true;
    if (!call.is('empty-library'))
      for (const [at, fields] of STOCK.entries())
        store(`3c0e8f0${at}-52a4-4d52-9e50-2f0a6c4f1b0${at}`, fields);
  };
  const store = (id: string, fields: Fields) => {
    const book = {
      fields: stated(id, fields, new Date().toISOString()),
      copies: new Map<number, Fields>(),
      lastNumber: 0,
    };
    books.set(id, book);
    return book;
  };
  const withBook = (handler: (book: Book, call: Call) => Reply) => (call: Call) => {
    fill(call);
    const book = books.get(text(call.parameters.bookId).toLowerCase());
    return book === undefined ? problem(404, 'There is no such book') : handler(book, call);
  };
  const addCopy = (book: Book, input: Fields) => {
    const number = (book.lastNumber += 1);
    const copy = { number, book_id: book.fields.id, price: null, ...input };
    book.copies.set(number, copy);
    book.fields.available = true;
    return copy;
  };
  return {
    listBooks: (call: Call) => {
      fill(call);
      const { genre, language, page: number, per_page: size } = call.parameters;
      const found = [...books.values()]
        .map(({ fields }) => fields)
        .filter((one) => genre === undefined || one.genre === genre || call.is('filter-ignored'))
        .filter((one) => language === undefined || one.language === language);
      if (call.is('per-page-ignored')) return page(found.slice(0, 50), found.length);
      const from = (Number(number) - 1) * Number(size);
      return page(found.slice(from, from + Number(size)), found.length);
    },
    createBook: (call: Call) => {
      fill(call);
      const id = randomUUID();
      const { fields } = store(id, fieldsOf(call.body));
      if (call.is('create-forgotten')) books.delete(id);
      return json(201, fields, { location: `/books/${id}` });
    },
    getBook: withBook(({ fields }) => json(200, fields, { etag: `"${digest(fields)}"` })),
    replaceBook: withBook((book, call) => {
      const fields = stated(text(book.fields.id), fieldsOf(call.body), text(book.fields.created_at));
      fields.available = book.fields.available;
      if (!call.is('put-ignored')) book.fields = fields;
      return json(200, fields);
    }),
    updateBook: withBook((book, call) => {
      const { id, created_at } = book.fields;
      const fields = { ...book.fields, ...fieldsOf(call.body), updated_at: new Date().toISOString() };
      book.fields = call.is('patch-drops')
        ? { id, created_at, updated_at: created_at, ...fieldsOf(call.body) }
        : fields;
      return json(200, book.fields);
    }),
    deleteBook: (call: Call) => {
      fill(call);
      const id = text(call.parameters.bookId).toLowerCase();
      const known = call.is('delete-soft') ? books.has(id) : books.delete(id);
      return known || call.is('delete-unknown-204') ? noContent() : problem(404, 'There is no such book');
    },
    listCopies: withBook(({ copies }, call) => {
      const { condition } = call.parameters;
      const items = [...copies.values()].filter(
        (one) => condition === undefined || one.condition === condition,
      );
      return json(200, { items, total: items.length });
    }),
    addCopy: withBook((book, call) => {
      const copy = addCopy(book, fieldsOf(call.body));
      return json(201, copy, { location: `/books/${text(book.fields.id)}/copies/${copy.number}` });
    }),
    getCopy: withBook(({ copies }, call) => {
      const copy = copies.get(Number(call.parameters.number));
      return copy === undefined ? problem(404, 'There is no such copy') : json(200, copy);
    }),
    removeCopy: withBook((book, call) => {
      if (!book.copies.delete(Number(call.parameters.number))) return problem(404, 'There is no such copy');
      book.fields.available = book.copies.size > 0;
      return noContent();
    }),
  };
}

const STOCK: readonly Fields[] = [
  {
    title: 'Silent Spring',
    isbn: '9780618249060',
    authors: ['Rachel Carson'],
    genre: 'science',
    published: '1962-09-27',
    pages: 378,
    language: 'en',
    shelf: { room: 'East', number: 3 },
  },
  {
    title: 'Le Petit Prince',
    isbn: '9782070612758',
    authors: ['Antoine de Saint-Exupéry'],
    genre: 'children',
    pages: 96,
    language: 'fr',
  },
  {
    title: 'SPQR',
    isbn: '9781846683800',
    authors: ['Mary Beard'],
    genre: 'history',
    published: '2015-10-20',
    pages: 606,
  },
];

function stated(id: string, fields: Fields, created_at: string): Fields {
  return {
    id,
    language: null,
    ...fields,
    available: false,
    created_at,
    updated_at: new Date().toISOString(),
  };
}

function page(books: readonly Fields[], total: number): Reply {
  return json(200, books, { 'x-total-count': text(total) });
}

function problem(
  status: number,
  detail: string,
  problems: readonly { readonly at: string; readonly text: string }[] = [],
): Reply {
  const errors = problems.map((one) => ({ field: one.at.replace(/^body\/?/, ''), message: one.text }));
  const body = {
    type: `/problems/${status}`,
    title: TITLES[status] ?? 'Error',
    status,
    detail,
    ...(errors.length > 0 && { errors }),
  };
  const headers = {
    'content-type': 'application/problem+json',
    ...(status === 401 && { 'www-authenticate': 'ApiKey realm="library"' }),
  };
  return { status, headers, body };
}

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  404: 'Not found',
  415: 'Unsupported media type',
};

function html(reply: Reply): void {
  reply.headers['content-type'] = 'text/html';
  reply.body = '<!doctype html><title>Unauthorized</title>';
}

function digest(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
