import { isObject } from '../../contract/schema/json-equal.js';
import { answeringServer, type Answer, type AskedServer, type Call } from './small-server.js';
import { jsonOf } from '../target/json-body.js';

export const libraryLogin = 'reader:open sesame';

/**
 * A library that keeps to its document, and uses much of what OpenAPI and HTTP allow beside JSON.
 *
 * @param change the answer to a call, where it shall be another
 */
export function honestServer(
  change: (answer: Answer, call: Call) => Answer = (answer) => answer,
): Promise<AskedServer> {
  const books = new Map<string, object>();
  return answeringServer((call) => withOtherMethods(change(answerTo(call, books), call), call));
}

/** A 405 never allows the method that it refuses. */
function withOtherMethods(answer: Answer, { method }: Call): Answer {
  const { status, headers } = answer;
  const isAllowed = status === 405 && headers?.Allow?.split(', ').includes(method);
  return isAllowed ? { ...answer, headers: { ...headers, Allow: 'OPTIONS' } } : answer;
}

const wrong = (detail: string): Answer => ({
  status: 422,
  headers: { 'Content-Type': 'application/problem+json' },
  body: { title: 'Invalid request', detail },
});
const missing: Answer = {
  status: 404,
  headers: { 'Content-Type': 'application/problem+json' },
  body: { title: 'Nothing here' },
};

function answerTo(call: Call, books: Map<string, object>): Answer {
  const { method, path, headers } = call;
  const [, first, id] = path.split('/');
  if (
    !['books', 'covers', 'reports', 'members', 'notes', 'latest'].includes(first ?? '') ||
    path.split('/').length > 3
  )
    return missing;
  // A browser without credentials is led to the login.
  if (headers.authorization !== `Basic ${Buffer.from(libraryLogin).toString('base64')}`)
    return { status: 302, headers: { Location: '/login' } };
  if (path === '/latest' && method === 'GET') return { status: 303, headers: { Location: '/books/1' } };
  if (path === '/reports' && method === 'GET') return report(call);
  if (first === 'covers' && id !== undefined) return cover(call, id);
  if (path === '/members' && method === 'POST') return member(call);
  if (path === '/notes' && method === 'POST') return note(call);
  if (first === 'books') return id === undefined ? list(call, books) : book(call, id, books);
  return { status: 405, headers: { Allow: 'GET, POST, PUT' } };
}

function list({ method, query, headers: given, text }: Call, books: Map<string, object>): Answer {
  if (method === 'GET') {
    const limit = query.get('limit');
    if (limit !== null && !(/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 50))
      return wrong('limit');
    if (!['title', 'year', null].includes(query.get('sort'))) return wrong('sort');
    if (query.getAll('shelf').some((shelf) => !/^[A-Z]\d{2}$/.test(shelf))) return wrong('shelf');
    if (given['x-branch'] === undefined) return wrong('X-Branch');
    const headers = { 'X-Total': String(books.size), 'X-Shelves': 'A12, B07' };
    return { status: 200, headers, body: [...books.values()].slice(0, Number(limit ?? 50)) };
  }
  if (method !== 'POST') return { status: 405, headers: { Allow: 'GET, POST' } };
  const sent = objectOf(text);
  if (!given['content-type']?.startsWith('application/json')) return { status: 415 };
  if (typeof sent?.title !== 'string' || sent.title === '') return wrong('title');
  if (sent.year !== undefined && !Number.isInteger(sent.year)) return wrong('year');
  const id = String(books.size + 1);
  const stored = bookOf(id, sent);
  books.set(id, stored);
  return { status: 201, headers: { Location: `/books/${id}` }, body: stored };
}

function book({ method, headers, text }: Call, id: string, books: Map<string, object>): Answer {
  if (id === 'mine') return method === 'GET' ? { status: 200, body: [] } : missing;
  if (!/^\d+$/.test(id)) return wrong('id');
  const found = books.get(id);
  if (method === 'PUT') {
    const sent = objectOf(text);
    if (typeof sent?.title !== 'string' || sent.title === '') return wrong('title');
    if (sent.year !== undefined && !Number.isInteger(sent.year)) return wrong('year');
  }
  if (found === undefined) return missing;
  if (method === 'PUT') books.set(id, bookOf(id, objectOf(text) ?? {}));
  if (method === 'GET' || method === 'PUT') return { status: 200, body: books.get(id) ?? {} };
  if (method === 'DELETE') {
    books.delete(id);
    return { status: 204 };
  }
  if (method !== 'PATCH') return { status: 405, headers: { Allow: 'GET, PUT, PATCH, DELETE' } };
  if (headers['content-type']?.startsWith('application/merge-patch+json') !== true) return { status: 415 };
  const sent = objectOf(text);
  if (sent === undefined) return wrong('body');
  // In a merge patch null removes.
  const { title = null, year = null } = sent;
  const isWrong =
    (title !== null && (typeof title !== 'string' || title === '')) ||
    (year !== null && !Number.isInteger(year));
  if (isWrong) return wrong('title');
  books.set(id, bookOf(id, { ...found, ...(title !== null && { title }), ...('year' in sent && { year }) }));
  return { status: 200, body: books.get(id) ?? {} };
}

function bookOf(id: string, { title, year }: Readonly<Record<string, unknown>>): object {
  return { id: Number(id), title, ...(typeof year === 'number' && { year }) };
}

/** XML, CSV or JSON, as the client likes it best; XML for one that doesn't care. */
function report({ headers, query }: Call): Answer {
  const since = query.get('since');
  if (since === null || !/^\d{4}-\d{2}-\d{2}$/.test(since)) return wrong('since');
  const accept = headers.accept ?? '*/*';
  if (accept.startsWith('application/json')) return { status: 200, body: { loans: 3 } };
  return {
    status: 200,
    headers: { 'Content-Type': 'application/xml' },
    body: '<?xml version="1.0"?><report><loans>3</loans></report>',
  };
}

function cover({ method, headers, text }: Call, id: string): Answer {
  if (!/^\d+$/.test(id)) return wrong('id');
  if (method === 'GET')
    return {
      status: 200,
      headers: { 'Content-Type': 'image/png' },
      body: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]),
    };
  if (method !== 'PUT') return { status: 405, headers: { Allow: 'GET, PUT' } };
  if (headers['content-type'] !== 'image/png') return { status: 415 };
  return text === '' ? wrong('body') : { status: 204 };
}

function member({ headers, text }: Call): Answer {
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') return { status: 415 };
  const form = new URLSearchParams(text);
  if (!form.get('name')) return wrong('name');
  return { status: 303, headers: { Location: '/members/1' } };
}

function note({ headers, text }: Call): Answer {
  const type = headers['content-type'] ?? 'application/json';
  if (text !== '' && (!type.startsWith('application/json') || objectOf(text) === undefined))
    return wrong('body');
  return { status: 202, headers: { 'Content-Type': 'text/plain' }, body: text === '' ? '0' : '1' };
}

function objectOf(text: string): Record<string, unknown> | undefined {
  const value = jsonOf(text);
  return isObject(value) ? value : undefined;
}
