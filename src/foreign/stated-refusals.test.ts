/** Statements of a document on refusals besides their bodies: headers, the status of a wrong body, query names. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DrydockServer } from '../index.js';
import { startMock } from '../testing/mock-server.js';
import { temporaryFile } from '../testing/temporary-folder.js';

const json = (schema: object) => ({ 'application/json': { schema } });
const headers = {
  'X-Request-Id': { required: true, schema: { type: 'string', pattern: '^req_[a-z0-9]{12}$' } },
  'X-Total-Count': { schema: { type: 'integer' } },
};
const error = { type: 'object', required: ['requestId'], properties: { requestId: { type: 'string' } } };
const refusal = (description: string, more: object = {}) => ({
  ...{ description, headers: { ...headers, ...more } },
  content: json(error),
});
const refusals = {
  400: refusal('A parameter is not valid, or the body is not JSON.'),
  401: refusal('No key.', { 'WWW-Authenticate': { schema: { type: 'string', enum: ['Key'] } } }),
  422: refusal('The body breaks its schema.'),
};
const list = {
  type: 'object',
  required: ['total', 'items'],
  properties: {
    total: { type: 'integer', minimum: 20 },
    items: { type: 'array', items: { type: 'string' } },
  },
};
const document = {
  openapi: '3.1.0',
  info: {
    ...{ title: 'Notes', version: '1' },
    description:
      'A query parameter that is not documented is refused with 400. So is a query parameter that is given more than once, with 400.',
  },
  security: [{ key: [] }],
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
        responses: { 200: { description: 'Them.', headers, content: json(list) }, ...refusals },
      },
      post: {
        operationId: 'addNote',
        requestBody: {
          required: true,
          content: json({ type: 'object', required: ['text'], properties: { text: { type: 'string' } } }),
        },
        responses: { 201: { description: 'It is kept.' }, ...refusals },
      },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};

let mock: DrydockServer;
beforeAll(async () => {
  mock = await startMock({ spec: temporaryFile('notes.json', JSON.stringify(document)), strictKeys: true });
});
afterAll(() => mock.close());

const ask = (path: string, body?: string, key = 'dk_test_notes') =>
  fetch(`${mock.url}${path}`, {
    headers: { 'X-Key': key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body }),
  });

describe('a refusal', () => {
  it('has the documented headers, and in its body the id that a header of that name has', async () => {
    const refused = await ask('/notes?limit=x');
    const { requestId } = (await refused.json()) as { requestId: string };
    expect(refused.status).toBe(400);
    expect(refused.headers.get('x-request-id')).toMatch(/^req_[a-z0-9]{12}$/);
    expect(requestId).toBe(refused.headers.get('x-request-id'));
  });

  it('of a missing key has the challenge that the document allows', async () => {
    const refused = await ask('/notes', undefined, '');
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Key']);
  });

  it('is 422 for a body that breaks its schema, where that is said to be for it, and 400 for what is no JSON', async () => {
    expect((await ask('/notes', '{"text":7}')).status).toBe(422);
    expect((await ask('/notes', '{')).status).toBe(400);
  });

  it.each([
    ['limit=5&tags=a&tags=b', 200],
    ['limit=5&size=5', 400],
    ['limit=5&limit=5', 400],
  ])('meets query names as the document says: %s is %i', async (query, status) => {
    expect((await ask(`/notes?${query}`)).status).toBe(status);
  });
});

it('a key in a header of its own may not come as a bearer token', async () => {
  expect((await ask('/notes', undefined, 'Bearer dk_test_notes')).status).toBe(401);
});

it('the number of all items is the same in header and body', async () => {
  const listed = await ask('/notes');
  const { total } = (await listed.json()) as { total: number };
  expect(Number(listed.headers.get('x-total-count'))).toBe(total);
});
