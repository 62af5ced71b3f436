import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { responseBodyValidator } from '../contract/contract.js';
import { startMock } from '../testing/mock-server.js';
import { temporaryFile } from '../testing/temporary-folder.js';

const version = (number: number): object => ({
  type: 'object',
  required: ['version'],
  properties: { version: { const: number } },
});
const content = {
  'application/json': { schema: version(1) },
  'application/json; version=2': { schema: version(2) },
  'application/json;version="3"; charset=utf-8': { schema: version(3) },
};
const closed = (name: string, schema: object): object => ({
  type: 'object',
  additionalProperties: false,
  required: [name],
  properties: { [name]: schema },
});
const rate = {
  'application/json': {
    schema: { allOf: [closed('unit', { enum: ['LBS', 'KG'] }), closed('cost', { type: 'integer' })] },
  },
};
const answer = (schema: object): object => ({
  200: { description: 'It.', content: { 'application/json': { schema } } },
});
const closedTo = (name: string): object => ({ ...closed('id', { type: 'integer' }), required: ['id', name] });
const inQuery = (name: string, required: boolean, schema: object = { type: 'string' }): object => ({
  ...{ name, in: 'query', required, schema },
});
const arn = { name: 'arn', in: 'path', required: true, schema: { type: 'string' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {
    '/a': { post: { requestBody: { content }, responses: { 200: { description: 'A.', content } } } },
    '/rates': {
      post: { requestBody: { content: rate }, responses: { 200: { description: 'R.', content: rate } } },
    },
    '/extra': { get: { responses: answer(closedTo('more')) } },
    '/extended': {
      get: { responses: answer({ ...closedTo('more'), allOf: [closed('id', { type: 'integer' })] }) },
    },
    '/n/{kind}': {
      get: {
        parameters: [{ name: 'kind', in: 'path', required: true, schema: { type: 'string', enum: [1, 2] } }],
        responses: answer({ const: 'n' }),
      },
    },
    '/files': {
      post: {
        requestBody: { content: { 'multipart/form-data': { schema: { type: 'string', format: 'binary' } } } },
        responses: { 204: { description: 'Done.' } },
      },
    },
    '/layers': { get: { parameters: [inQuery('page', false)], responses: answer({ const: 'all' }) } },
    '/layers#find=One': {
      get: {
        parameters: [inQuery('find', true, { enum: ['One'] }), inQuery('page', true)],
        responses: answer({ const: 'one' }),
      },
    },
    '/tags/{arn}': { get: { parameters: [arn], responses: answer({ const: 'tags' }) } },
    '/tags/{arn}#keys': {
      delete: { parameters: [arn, inQuery('keys', true)], responses: answer({ const: 'gone' }) },
    },
    '/plain': { get: {}, post: { responses: {} }, put: {}, delete: {} },
  },
};

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ spec: temporaryFile('api.json', JSON.stringify(document)) });
});
afterAll(() => mock.close());

describe('media types that differ by parameters', () => {
  const post = (type: string, body: object, accept = '*/*'): Promise<Response> =>
    fetch(`${mock.url}/a`, {
      method: 'POST',
      headers: { 'Content-Type': type, Accept: accept },
      body: JSON.stringify(body),
    });

  it.each([
    ['application/json', 1],
    ['application/json; charset=utf-8', 1],
    ['application/json;version=2', 2],
    ['Application/JSON; Version="3"', 3],
    ['application/json; version=9', 1],
  ])('a request of %s is validated by its own schema', async (type, own) => {
    const statuses = [1, 2, 3].map(async (number) => (await post(type, { version: number })).status);
    const expected = [1, 2, 3].map((number) => (number === own ? 200 : 400));
    expect(await Promise.all(statuses)).toEqual(expected);
  });

  it.each([
    ['*/*', 1],
    ['application/json', 1],
    ['application/json;version=2', 2],
    ['application/json;version=1;q=0.5, application/json; version=3', 3],
  ])('Accept: %s chooses version %d', async (accept, own) => {
    const response = await post('application/json', { version: 1 }, accept);
    expect(await response.json()).toEqual({ version: own });
    const [operation] = mock.mock().contract.operations;
    const validate = responseBodyValidator(
      mock.mock().contract,
      operation!,
      200,
      response.headers.get('content-type')!,
    )!;
    expect([1, 2, 3].map((number) => validate({ version: number }))).toEqual(
      [1, 2, 3].map((number) => number === own),
    );
  });
});

it('closed members of allOf are one object in requests and in responses', async () => {
  const post = (body: object): Promise<Response> =>
    fetch(`${mock.url}/rates`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const response = await post({ unit: 'KG', cost: 1 });
  expect(await response.json()).toEqual({
    unit: expect.stringMatching(/^(LBS|KG)$/),
    cost: expect.any(Number),
  });
  expect((await post({ unit: 'KG', cost: 1, more: 1 })).status).toBe(400);
});

it('an operation without documented responses answers the success that its method suggests', async () => {
  const statuses = ['GET', 'POST', 'PUT', 'DELETE'].map(async (method) => {
    const response = await fetch(`${mock.url}/plain`, { method });
    return [response.status, await response.text()];
  });
  expect(await Promise.all(statuses)).toEqual([
    [200, ''],
    [200, ''],
    [204, ''],
    [204, ''],
  ]);
});

it.each(['/extra', '/extended'])('%s: a closed object has what it requires, named or not', async (path) => {
  const response = await fetch(mock.url + path);
  expect(response.headers.get('x-mock-fallback')).toBeNull();
  expect(await response.json()).toEqual({ id: expect.any(Number), more: expect.anything() });
});

it('numbers among the values of a string are texts', async () => {
  const statuses = ['1', '2', '3'].map(async (kind) => (await fetch(`${mock.url}/n/${kind}`)).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 400]);
});

it('a form of parts is accepted where the schema is that of a single text', async () => {
  const body = new FormData();
  body.append('file', new Blob(['x']), 'x.txt');
  expect((await fetch(`${mock.url}/files`, { method: 'POST', body })).status).toBe(204);
});

it.each([
  ['GET', '/layers', 'all'],
  ['GET', '/layers?page=2', 'all'],
  ['GET', '/layers?find=One&page=2', 'one'],
  ['DELETE', '/tags/a?keys=b', 'gone'],
  ['GET', '/tags/a', 'tags'],
])('%s %s reaches the operation that a fragment of the path tells apart', async (method, path, expected) => {
  const response = await fetch(mock.url + path, { method });
  expect(await response.json()).toBe(expected);
});

it('warns of what it reads generously, with the line', () => {
  expect(mock.mock().contract.warnings.map((line) => line.replace(/^.*api\.json:\d+: /, ''))).toEqual([
    'the object is closed to "more", which it requires; it takes any value there',
    'the values of a string are numbers; they are read as texts',
    ...Array<unknown>(3).fill(expect.stringMatching(/^the members of allOf reject each other's properties/)),
  ]);
});
