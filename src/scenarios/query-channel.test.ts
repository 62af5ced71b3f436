import { describe, expect, it } from 'vitest';
import { headersWith, send, startMock } from '../testing/mock-server.js';
import { temporaryFile } from '../testing/temporary-folder.js';

const thing = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' } },
};
const content = {
  'application/json': {
    schema: thing,
    examples: { first: { value: { id: 1 } }, second: { value: { id: 2 } } },
  },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: { responses: { 200: { description: '', content }, 202: { description: '', content } } },
    },
  },
};
const spec = temporaryFile('things.json', JSON.stringify(document));

describe('a request with queryControl', () => {
  it.each([
    ['', 200, { id: 1 }],
    ['?__code=202', 202, { id: 1 }],
    ['?a=1&__example=second', 200, { id: 2 }],
    ['?__code=202&__example=second&__dynamic=false', 202, { id: 2 }],
    ['?__code=999', 400, expect.anything()],
    ['?__example=third', 400, expect.anything()],
  ])('%s gets %s', async (query, status, body) => {
    const server = await startMock({ spec, queryControl: true });
    const response = await send(server, 'GET', `/things${query}`, { headers: {} });
    expect([response.status, response.json]).toEqual([status, body]);
    if (status === 400) expect(response.text).toMatch(/__(code|example)=/);
  });

  it('says who chose the response of the shipped service, and a dynamic one differs', async () => {
    const server = await startMock({ queryControl: true });
    const forced = await send(server, 'GET', '/categories?__code=429', { headers: headersWith() });
    expect([forced.status, forced.headers.get('x-mock-scenario-channel')]).toEqual([429, 'query']);
    const mock = await startMock({ spec, queryControl: true });
    const bodies = new Set<string>();
    for (let count = 0; count < 5; count += 1)
      bodies.add((await send(mock, 'GET', '/things?__dynamic=true', { headers: {} })).text);
    expect(bodies.size).toBeGreaterThan(1);
  });
});

it('without queryControl it is a query like any other', async () => {
  const server = await startMock({ spec });
  expect((await send(server, 'GET', '/things?__code=202', { headers: {} })).status).toBe(200);
});
