import { createHash, randomUUID } from 'node:crypto';
import { instead, onBody, onEach, onReply, refuses, toStrangers } from '../changes.js';
import type { Problem } from '../read-operations.js';
import { documentService, json, noContent, onThing, text } from '../serve-document.js';
import { type Call, type Fields, fieldsOf, type Reply } from '../replies.js';

const KEY = 'library-key-7f3a';

interface Book {
  fields: Fields;
  readonly copies: Map<number, Fields>;
  lastNumber: number;
}

/** Books and their copies: create, read, replace, change, remove, and lists by page. */
export const service = documentService({
  name: 'library',
  headers: { 'x-api-key': KEY },
  refuse: problem,
  open,
  effects: {
    'any-key-passes': { admits: () => true },
    'list-is-public': toStrangers('listBooks', (call) => !call.headers['x-api-key'] && page([], 0)),
    'delete-without-key': toStrangers('deleteBook removeCopy', noContent),
    'key-403': { reply: (reply) => (reply.status === 401 ? problem(403, 'Forbidden') : reply) },
    'key-html': onReply('*', 401, html),
    'pages-text': onEach('listBooks', '', (one) => (one.pages = text(one.pages))),
    'author-single': onBody('getBook createBook', 0, (body) => {
      const authors = body.authors;
      if (Array.isArray(authors) && authors.length === 1) body.authors = authors[0] as string;
    }),
    'id-without-hyphens': onBody('createBook', 201, (body) => (body.id = text(body.id).replaceAll('-', ''))),
    'created-local': onBody('getBook', 200, (body) => (body.created_at = text(body.created_at).slice(0, 19))),
    'published-time': onEach('listBooks', '', (one) => {
      if (one.published !== undefined) one.published = `${text(one.published)}T00:00:00Z`;
    }),
    'genre-capitals': onEach('listBooks', '', (one) => (one.genre = text(one.genre).toUpperCase())),
    'shelf-null': onEach('listBooks', '', (one) => (one.shelf ??= null)),
    'published-null': onBody('createBook', 201, (body) => (body.published ??= null)),
    'list-wrapped': onReply('listBooks', 200, (reply) => (reply.body = { data: reply.body })),
    'copy-price-text': onEach('listCopies', 'items', (one) => {
      if (one.price !== null) one.price = text(one.price);
    }),
    'copies-no-total': onBody('listCopies', 200, (body) => {
      body.count = body.total;
      delete body.total;
    }),
    'copy-number-zero': onBody('addCopy', 201, (body) => (body.number = Number(body.number) - 1)),
    'etag-unquoted': onReply(
      'getBook',
      200,
      (reply) => (reply.headers.etag = text(reply.headers.etag).replaceAll('"', '')),
    ),
    'invalid-422': {
      reply: (reply, call) =>
        reply.status === 400 && call.body !== undefined ? problem(422, 'Unprocessable') : reply,
    },
    'accents-refused': refuses('createBook replaceBook updateBook', 'body/title', (call) =>
      /[^\x20-\x7e]/.test(text(fieldsOf(call.body).title)),
    ),
    'page-size-one': instead(
      'listBooks',
      (call) => call.parameters.per_page === 1 && json(500, { error: 'division by zero' }),
    ),
    'merge-patch-415': instead(
      'updateBook',
      (call) => call.mediaType === 'application/merge-patch+json' && problem(415, 'Unsupported'),
    ),
    'more-headers': onReply('*', 0, (reply) =>
      Object.assign(reply.headers, { 'x-request-id': randomUUID(), 'ratelimit-remaining': '99' }),
    ),
    'weak-etag': onReply('getBook', 200, (reply) => (reply.headers.etag = `W/${text(reply.headers.etag)}`)),
    fractions: onBody(
      'getBook createBook',
      0,
      (body) => (body.created_at = text(body.created_at).replace('Z', '123Z')),
    ),
    offset: onEach('listBooks', '', (one) => (one.created_at = text(one.created_at).replace('Z', '+00:00'))),
    'language-stated': onBody('createBook', 201, (body) => (body.language ??= 'en')),
  },
});

function open(is: Call['is']) {
  const books = new Map<string, Book>();
  const store = (id: string, fields: Fields) => {
    const book = {
      fields: stated(id, fields, new Date().toISOString()),
      copies: new Map<number, Fields>(),
      lastNumber: 0,
    };
    books.set(id, book);
    return book;
  };
  const withBook = onThing(
    ({ parameters }) => books.get(text(parameters.bookId).toLowerCase()),
    () => problem(404, 'There is no such book'),
  );
  const addCopy = (book: Book, input: Fields) => {
    const number = (book.lastNumber += 1);
    const copy = { number, book_id: book.fields.id, price: null, ...input };
    book.copies.set(number, copy);
    book.fields.available = true;
    return copy;
  };
  if (!is('empty-library'))
    for (const [at, fields] of STOCK.entries()) store(`3c0e8f0${at}-52a4-4d52-9e50-2f0a6c4f1b0${at}`, fields);
  return {
    listBooks: (call: Call) => {
      const { genre, language, page: number, per_page: size } = call.parameters;
      const found = [...books.values()]
        .map(({ fields }) => fields)
        .filter((one) => genre === undefined || one.genre === genre || is('filter-ignored'))
        .filter((one) => language === undefined || one.language === language);
      if (is('per-page-ignored')) return page(found.slice(0, 50), found.length);
      const from = (Number(number) - 1) * Number(size);
      return page(found.slice(from, from + Number(size)), found.length);
    },
    createBook: (call: Call) => {
      const id = randomUUID();
      const { fields } = store(id, fieldsOf(call.body));
      if (is('create-forgotten')) books.delete(id);
      return json(201, fields, { location: `/books/${id}` });
    },
    getBook: withBook(({ fields }) => json(200, fields, { etag: `"${digest(fields)}"` })),
    replaceBook: withBook((book, call) => {
      const fields = stated(text(book.fields.id), fieldsOf(call.body), text(book.fields.created_at));
      fields.available = book.fields.available;
      if (!is('put-ignored')) book.fields = fields;
      return json(200, fields);
    }),
    updateBook: withBook((book, call) => {
      const { id, created_at } = book.fields;
      const fields = { ...book.fields, ...fieldsOf(call.body), updated_at: new Date().toISOString() };
      book.fields = is('patch-drops')
        ? { id, created_at, updated_at: created_at, ...fieldsOf(call.body) }
        : fields;
      return json(200, book.fields);
    }),
    deleteBook: (call: Call) => {
      const id = text(call.parameters.bookId).toLowerCase();
      const known = is('delete-soft') ? books.has(id) : books.delete(id);
      return known || is('delete-unknown-204') ? noContent() : problem(404, 'There is no such book');
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

function problem(status: number, detail: string, problems: readonly Problem[] = []): Reply {
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
