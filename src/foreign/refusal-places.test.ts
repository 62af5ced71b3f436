/** Errors say where a problem is, in the properties of a document's error that are named for it: a form shows it beside that field. */
import { expect, it } from 'vitest';
import { startMock } from '../testing/mock-server.js';
import { temporaryFile } from '../testing/temporary-folder.js';

const text = { type: 'string' };
const object = (properties: object, more: object = {}): object => ({
  ...{ type: 'object', properties, required: Object.keys(properties), ...more },
});
const listed = (name: string, properties: object): object =>
  object({ [name]: { type: 'array', items: object(properties) } });
const step = { anyOf: [text, { type: 'integer' }] };
const steps = { type: 'array', items: step };

const inBody = '/box/0/weight';
const shapes: Record<string, { schema: object; body: object; query: object }> = {
  pointers: {
    schema: listed('errors', { source: object({ pointer: text }), detail: text }),
    body: { errors: [{ source: { pointer: '/name' } }, { source: { pointer: inBody } }] },
    query: { errors: [{ source: { pointer: '/query/limit' } }] },
  },
  fragments: {
    schema: listed('errors', { pointer: { type: 'string', example: '#/age' }, detail: text }),
    body: { errors: [{ pointer: '#/name' }, { pointer: `#${inBody}` }] },
    query: { errors: [{ pointer: '#/query/limit' }] },
  },
  names: {
    schema: listed('errors', { field: text, message: text }),
    body: { errors: [{ field: 'name' }, { field: 'box[0].weight' }] },
    query: { errors: [{ field: 'limit' }] },
  },
  paths: {
    schema: listed('violations', { path: text, message: text }),
    body: { violations: [{ path: 'name' }, { path: 'box[0].weight' }] },
    query: { violations: [{ path: 'limit' }] },
  },
  'optional ones': {
    schema: object({ error: object({ message: text, param: text }, { required: [] }) }),
    body: { error: { param: 'name' } },
    query: { error: { param: 'limit' } },
  },
  steps: {
    schema: listed('detail', { loc: steps, msg: text, type: text }),
    body: { detail: [{ loc: ['body', 'name'] }, { loc: ['body', 'box', 0, 'weight'] }] },
    query: { detail: [{ loc: ['query', 'limit'] }] },
  },
  'steps as texts': {
    schema: listed('issues', { path: { type: 'array', items: text }, message: text }),
    body: { issues: [{ path: ['name'] }, { path: ['box', '0', 'weight'] }] },
    query: { issues: [{ path: ['limit'] }] },
  },
};
const names = Object.keys(shapes);
const sent = object({ box: { type: 'array', items: object({ weight: { type: 'number' } }) }, name: text });
const answer = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const spec = temporaryFile(
  'places.json',
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Places', version: '1' },
    paths: Object.fromEntries(
      names.map((name, index) => [
        `/${index}`,
        {
          post: {
            parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
            requestBody: { content: { 'application/json': { schema: sent } } },
            responses: { 200: answer({}), 400: answer(shapes[name]?.schema ?? {}), 409: answer({}) },
          },
        },
      ]),
    ),
  }),
);
const { url } = await startMock({ spec });

async function refused(path: string, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(400);
  return response.json();
}

it.each(names)('an error with %s says where each problem is', async (name) => {
  const path = `/${names.indexOf(name)}`;
  expect(await refused(path, { box: [{ weight: 'x' }] })).toMatchObject(shapes[name]?.body ?? {});
  expect(await refused(`${path}?limit=x`, { box: [], name: 'a' })).toMatchObject(shapes[name]?.query ?? {});
});
