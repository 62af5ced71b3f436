/** Headers with an address of which the document says no more than its schema: a client that follows one stays at the mock. */
import { describe, expect, it } from 'vitest';
import { startMock } from '../testing/mock-server.js';
import { temporaryFile } from '../testing/temporary-folder.js';

const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };
const path = { type: 'string', pattern: '^/' };
const order = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const answer = (headers: Record<string, object>, schema: object = order) => ({
  description: '',
  content: { 'application/json': { schema } },
  headers: Object.fromEntries(Object.entries(headers).map(([name, one]) => [name, { schema: one }])),
});
const posts = (status: number, headers: Record<string, object>, schema?: object) => ({
  post: { responses: { [status]: answer(headers, schema) } },
});
const spec = temporaryFile(
  'links.json',
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Links', version: '1' },
    servers: [{ url: '/v1' }],
    paths: {
      '/orders': {
        get: { responses: { 200: answer({ Link: text }) } },
        ...posts(201, { Location: uri }, { type: 'object', required: ['data'], properties: { data: order } }),
      },
      '/orders/{order_id}': {
        get: {
          parameters: [{ name: 'order_id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: { 200: answer({}) },
        },
      },
      '/jobs': posts(202, { Location: text }),
      '/paths': posts(201, { Location: path }),
      '/named': posts(201, { Location: { ...uri, example: 'https://files.example.com/1' } }),
      '/moved': { get: { responses: { 303: { description: '', headers: { Location: { schema: uri } } } } } },
    },
  }),
);
const mock = await startMock({ spec });

async function headersOf(method: string, at: string, address = mock.url): Promise<Headers> {
  return (await fetch(address + at, { method, redirect: 'manual' })).headers;
}

describe('a Location that only has a schema', () => {
  it('leads to what was made, which is there', async () => {
    const response = await fetch(`${mock.url}/orders`, { method: 'POST' });
    const { data } = (await response.json()) as { data: { id: number } };
    const location = response.headers.get('location') ?? '';
    expect(location).toBe(`${mock.url}/orders/${data.id}`);
    expect(await (await fetch(location)).json()).toMatchObject({ id: data.id });
  });

  it.each([
    ['POST', '/jobs', `${mock.url}/jobs`],
    ['POST', '/paths', '/v1/paths'],
    ['POST', '/named', 'https://files.example.com/1'],
    ['GET', '/moved', `${mock.url}/`],
  ])('of %s %s is %s', async (method, at, location) => {
    expect((await headersOf(method, at)).get('location')).toBe(location);
  });

  it('leads to the address by which the mock was reached', async () => {
    const other = mock.url.replace('127.0.0.1', 'localhost');
    for (const address of [mock.url, other, mock.origin])
      expect((await headersOf('POST', '/jobs', address)).get('location')).toBe(`${address}/jobs`);
  });
});

it('a Link that only has a schema is one of RFC 8288', async () => {
  expect((await headersOf('GET', '/orders?page=2')).get('link')).toBe(`<${mock.url}/orders>; rel="self"`);
});
