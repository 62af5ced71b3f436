import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMock } from '../testing/mock-server.js';
import { temporaryFile } from '../testing/temporary-folder.js';

const text = { type: 'string' };
const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });
const reason = 'query parameter limit must be an integer, got "x"';
const shapes: Record<string, { schema: object; body: unknown }> = {
  'the example of the whole': {
    schema: object(
      { message: text },
      { required: ['message'], example: { message: 'Something went wrong.' } },
    ),
    body: { message: expect.stringContaining(reason) },
  },
  'a summary with causes': {
    schema: object({
      errorCode: { type: 'string', example: 'E0000001' },
      errorSummary: { type: 'string', example: 'Api validation failed' },
      errorCauses: {
        type: 'array',
        items: object({ errorSummary: text }),
        example: [{ errorSummary: 'login' }],
      },
    }),
    body: {
      errorCode: 'E0000001',
      errorSummary: expect.any(String),
      errorCauses: [{ errorSummary: reason }],
    },
  },
  'a title and a detail': {
    schema: object({ title: text, detail: text }, { examples: [{ title: 'Oops', detail: 'Oops' }] }),
    body: { title: expect.stringContaining(reason), detail: expect.stringContaining(reason) },
  },
  'a description': {
    schema: object({ error: { type: 'string', enum: ['invalid_request'] }, error_description: text }),
    body: { error: 'invalid_request', error_description: expect.stringContaining(reason) },
  },
  'a list of errors': {
    schema: object(
      { errors: { type: 'array', items: object({ detail: text }) } },
      { example: { errors: [] } },
    ),
    body: { errors: [{ detail: reason }] },
  },
  'a text of any name': {
    schema: object({ request_id: text, explanation: text }, { required: ['request_id', 'explanation'] }),
    body: { request_id: expect.not.stringContaining(reason), explanation: expect.stringContaining(reason) },
  },
  'a code alone': {
    schema: object({ code: { type: 'integer' } }, { required: ['code'] }),
    body: { code: 400, message: expect.stringContaining(reason) },
  },
  'a code alone in a closed object': {
    schema: object({ code: { type: 'integer' } }, { required: ['code'], additionalProperties: false }),
    body: { code: 400 },
  },
};
const names = Object.keys(shapes);
const paths = Object.fromEntries(
  names.map((name, index) => [
    `/s${index}`,
    {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: {
          200: { description: 'A.' },
          400: {
            description: 'Wrong.',
            content: { 'application/json': { schema: shapes[name]!.schema, example: { message: 'No.' } } },
          },
        },
      },
    },
  ]),
);

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };
  mock = await startMock({ spec: temporaryFile('api.json', JSON.stringify(document)) });
});
afterAll(() => mock.close());

it.each(names)('a refusal says why, in the shape of the document and for programs: %s', async (name) => {
  const response = await fetch(`${mock.url}/s${names.indexOf(name)}?limit=x`);
  expect(response.status).toBe(400);
  expect(JSON.parse(response.headers.get('x-mock-problems')!)).toEqual([expect.stringContaining('limit')]);
  expect(await response.json()).toEqual(shapes[name]!.body);
});
