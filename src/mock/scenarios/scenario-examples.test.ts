/** Prefer as Prism's clients write it: named examples of the service, and dynamic responses of another document. */
import { describe, expect, it } from 'vitest';
import { examplesOf, jsonMediaType } from '../../contract/operations.js';
import type { OperationId } from '../../shipping/operation-handler.js';
import { send, startMock } from '../../testing/mock-server.js';
import { validRequests, visit } from '../../testing/scenarios/valid-requests.js';
import { temporaryFile } from '../../testing/temporary-folder.js';

const server = await startMock();
const { contract } = server.mock();
const requests = await validRequests(server, 'examples');

/** Every named example of every response. */
const examples = contract.operations.flatMap((operation) =>
  [...operation.responses].flatMap(([status, { value }]) => {
    const media = value.content?.[jsonMediaType(value.content) ?? ''] ?? {};
    return [...examplesOf(contract.document, media)].map(
      ([name, body]) => [operation.id as OperationId, Number(status), name, body] as const,
    );
  }),
);

describe('an example by its name', () => {
  it('exists for every operation, for successes and errors', () => {
    expect(examples.length).toBeGreaterThan(contract.operations.length * 8);
  });

  it.each(examples)('%s %i %s', async (id, status, name, body) => {
    const preferences = [
      `code=${status}, example=${name}`,
      `example="${name}"; code=${status}`,
      `Code=${status};EXAMPLE=${name}`,
    ];
    for (const Prefer of preferences) {
      const response = await visit(server, requests[id], 'examples', { Prefer });
      expect([response.status, response.json]).toEqual([status, body]);
      expect(response.headers.get('x-mock-scenario-channel')).toBe('prefer');
    }
  });

  it('sets the status where no code is given', async () => {
    const prefer = (example: string) =>
      visit(server, requests.getShippingRates, 'examples', { Prefer: `example=${example}` });
    expect((await prefer('no_couriers')).json).toMatchObject({ data: [], response_code: '200' });
    expect((await prefer('several_problems')).json.errors).toHaveLength(3);
    expect((await prefer('several_problems')).status).toBe(400);
  });
});

const document = `
openapi: 3.1.0
info: {title: Docks, version: '1'}
servers: [{url: 'http://localhost/docks'}]
paths:
  /docks:
    get:
      operationId: listDocks
      responses:
        '200':
          description: Every dock.
          content:
            application/json:
              schema:
                type: object
                required: [code, length]
                properties:
                  code: {type: string, pattern: '^[A-Z]{6}$'}
                  length: {type: integer, minimum: 1000, maximum: 9000}
              examples:
                north: {value: {code: NORTHA, length: 1000}}
                south: {value: {code: SOUTHA, length: 2000}}
        '404':
          description: None.
          content:
            application/json:
              schema: {type: object, properties: {error: {type: string}}}
              example: {error: no docks}
`;

describe('another document', () => {
  it('gets bodies made from the schema by dynamic=true, for that request only', async () => {
    const other = await startMock({ spec: temporaryFile('docks.yaml', document) });
    const get = (headers: Record<string, string> = {}) => send(other, 'GET', '/docks', { headers });
    const plain = await get();
    expect(JSON.parse(plain.text)).toEqual({ code: 'NORTHA', length: 1000 });
    const made = await Promise.all(Array.from({ length: 8 }, () => get({ Prefer: 'dynamic=true' })));
    for (const response of made) {
      expect(response.status).toBe(200);
      const body = JSON.parse(response.text) as { code: string; length: number };
      expect(body.code).toMatch(/^[A-Z]{6}$/);
      expect(body.length).toBeGreaterThanOrEqual(1000);
      expect(body.length).toBeLessThanOrEqual(9000);
    }
    expect(made.map(({ text }) => text)).not.toContain(plain.text);
    expect((await get()).text).toBe(plain.text);
    expect((await get({ Prefer: 'example=south' })).json).toEqual({ code: 'SOUTHA', length: 2000 });
  });

  it('has values that keep the schema in the place of examples that break it, unless all examples are wanted', async () => {
    const id = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
    };
    const content = (value: object) => ({
      'application/json': { schema: id, examples: { wrong: { value } } },
    });
    const responses = {
      200: { description: '', content: content({ id: 'seven', name: 'North' }) },
      404: { description: '', content: content({ id: 'none', name: 'Nothing' }) },
    };
    const paths = { '/docks': { get: { operationId: 'listDocks', responses } } };
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Docks', version: '1' }, paths });
    const spec = temporaryFile('docks.json', text);
    const [strict, all] = [await startMock({ spec }), await startMock({ spec, examples: 'document' })];
    const asked = [
      [{ Prefer: 'code=200' }, 'North', 'seven'],
      [{ Prefer: 'example=wrong' }, 'North', 'seven'],
      [{ Prefer: 'code=404' }, 'Nothing', 'none'],
      [{ 'X-Mock-Scenario': 'not-found' }, 'Nothing', 'none'],
    ] as const;
    for (const [headers, name, wrong] of asked) {
      const bodyFrom = async (mock: typeof strict) => (await send(mock, 'GET', '/docks', { headers })).json;
      expect(await bodyFrom(strict)).toEqual({ id: expect.any(Number), name });
      expect(await bodyFrom(all)).toEqual({ id: wrong, name });
    }
  });

  it('has its documented headers in forced responses, in agreement with their bodies', async () => {
    const integer = { type: 'integer', minimum: 1, maximum: 90 };
    const body = { type: 'object', properties: { message: { type: 'string' }, total: { type: 'integer' } } };
    const content = (examples?: object) => ({
      'application/json': { schema: body, ...(examples && { examples }) },
    });
    const responses = {
      200: {
        description: '',
        headers: { 'X-Total-Count': { schema: { type: 'integer' } }, 'X-Page': { schema: integer } },
        content: content({ none: { value: { total: 0 } } }),
      },
      201: { description: '', headers: { Location: { required: true, schema: { type: 'string' } } } },
      303: { description: '' },
      429: {
        description: '',
        headers: { 'Retry-After': { required: true, schema: integer } },
        content: content(),
      },
      503: {
        description: '',
        headers: { 'Retry-After': { schema: integer, example: 7 } },
        content: content(),
      },
    };
    const paths = { '/docks': { get: { operationId: 'listDocks', responses } } };
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Docks', version: '1' }, paths });
    const other = await startMock({ spec: temporaryFile('docks.json', text) });
    const headersOf = async (headers: Record<string, string>) =>
      (await send(other, 'GET', '/docks', { headers })).headers;
    const none = await headersOf({ Prefer: 'example=none' });
    expect(none.get('x-total-count')).toBe('0');
    expect(none.get('x-page')).toMatch(/^[1-9]\d?$/);
    expect((await headersOf({ Prefer: 'code=201' })).get('location')).not.toBeNull();
    expect((await headersOf({ Prefer: 'code=303' })).get('location')).not.toBeNull();
    for (const headers of [{ Prefer: 'code=429' }, { 'X-Mock-Scenario': 'status-429' }])
      expect((await headersOf(headers)).get('retry-after')).toMatch(/^[1-9]\d?$/);
    expect((await headersOf({ Prefer: 'code=503' })).get('retry-after')).toBe('7');
    expect((await headersOf({ 'X-Mock-Scenario': 'unavailable' })).get('retry-after')).toBe('2');
  });

  it('has its errors forced in their documented shape, and answers 400 for a code that it does not document', async () => {
    const other = await startMock({ spec: temporaryFile('docks.yaml', document) });
    const get = (headers: Record<string, string>) => send(other, 'GET', '/docks', { headers });
    for (const headers of [{ Prefer: 'code=404' }, { 'X-Mock-Scenario': 'status-404' }]) {
      const response = await get(headers);
      expect([response.status, response.json]).toEqual([404, { error: 'no docks' }]);
    }
    const refused = await get({ Prefer: 'code=505, dynamic=true' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(
      'code=505 is not a status that the document has for listDocks; it has 200 or 404',
    );
  });
});
