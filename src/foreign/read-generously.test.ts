import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
const document = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {
    '/a': { post: { requestBody: { content }, responses: { 200: { description: 'A.', content } } } },
    '/rates': {
      post: { requestBody: { content: rate }, responses: { 200: { description: 'R.', content: rate } } },
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
