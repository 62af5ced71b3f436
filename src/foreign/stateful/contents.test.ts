/** Contents that are no JSON, kept by a mock that remembers. */
import { expect, it } from 'vitest';
import { loadContract } from '../../contract/load-contract.js';
import { httpRequest } from '../../testing/http-request.js';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { describeResources } from '../resources/describe-resources.js';
import { roomsFile } from '../testing/rooms-document.js';

const bytes = { type: 'string', format: 'binary' };
const content = { 'application/octet-stream': { schema: bytes } };
const file = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
};
const none = { description: '' };
const files = {
  ...{ openapi: '3.1.0', info: { title: 'Files', version: '1' }, servers: [{ url: '/v1' }] },
  paths: {
    '/files': {
      get: {
        responses: {
          200: { ...none, content: { 'application/json': { schema: { type: 'array', items: file } } } },
        },
      },
    },
    '/files/{name}': {
      parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        responses: {
          ...{ 200: { ...none, headers: { ETag: { schema: { type: 'string' } } }, content }, 304: none },
          404: none,
        },
      },
      put: { requestBody: { required: true, content }, responses: { 201: none, 204: none } },
      delete: { responses: { 204: none, 404: none } },
    },
  },
};
const settings = { stateful: true, validateResponses: true };
const rooms = await startMock({ spec: roomsFile(), ...settings });
const filing = await startMock({ spec: temporaryFile('files.json', JSON.stringify(files)), ...settings });

async function ask(address: string, method: string, headers: object = {}, body?: Uint8Array | string) {
  const response = await httpRequest(address, { method, headers, body });
  const header = (name: string) => response.headers.get(name);
  return {
    ...{ status: response.status, text: response.text, type: header('content-type') },
    ...{ etag: header('etag'), fallback: header('x-mock-fallback') },
  };
}

it('a GET returns what a PUT sent, in its media type, until it is deleted with the thing that it is of', async () => {
  const [room] = JSON.parse((await ask(`${rooms.origin}/v1/rooms`, 'GET')).text) as [{ id: string }];
  const plan = `${rooms.origin}/v1/rooms/${room.id}/plan`;
  const type = 'text/plain; charset=utf-8';
  expect(await ask(plan, 'PUT', { 'Content-Type': type }, 'two doors ≥ one')).toMatchObject({ status: 204 });
  expect(await ask(plan, 'GET')).toMatchObject({
    status: 200,
    type,
    text: 'two doors ≥ one',
    fallback: null,
  });
  expect((await ask(plan, 'GET', { Accept: 'image/png' })).type).toBe('image/png');
  expect((await ask(plan, 'DELETE')).status).toBe(204);
  expect([(await ask(plan, 'GET')).status, (await ask(plan, 'DELETE')).status]).toEqual([404, 404]);
  await ask(plan, 'PUT', { 'Content-Type': 'image/png' }, 'again');
  expect(await ask(plan, 'GET')).toMatchObject({ status: 200, text: 'again', type: 'image/png' });
  await ask(`${rooms.origin}/v1/rooms/${room.id}`, 'DELETE');
  expect((await ask(plan, 'PUT', { 'Content-Type': 'image/png' }, 'x')).status).toBe(404);
  expect((await ask(plan, 'GET')).status).toBe(404);
});

it('a PUT of a content makes the thing that has it, and its tag changes with it', async () => {
  const list = `${filing.origin}/v1/files`;
  const put = (body: string) =>
    ask(`${list}/a.bin`, 'PUT', { 'Content-Type': 'application/octet-stream' }, body);
  expect([(await put('one')).status, (await put('two')).status]).toEqual([201, 204]);
  const two = await ask(`${list}/a.bin`, 'GET');
  expect(two).toMatchObject({ status: 200, text: 'two', fallback: null });
  expect((await ask(list, 'GET')).text).toContain('"a.bin"');
  const known = { 'If-None-Match': two.etag ?? '' };
  expect((await ask(`${list}/a.bin`, 'GET', known)).status).toBe(304);
  await put('three');
  expect(await ask(`${list}/a.bin`, 'GET', known)).toMatchObject({ status: 200, text: 'three' });
  expect((await ask(`${list}/a.bin`, 'DELETE')).status).toBe(204);
  expect((await ask(`${list}/a.bin`, 'GET')).status).toBe(404);
});

it('a content that is too long to keep is not remembered, and the response says so', async () => {
  const address = `${filing.origin}/v1/files/large`;
  const headers = { 'Content-Type': 'application/octet-stream' };
  await ask(address, 'PUT', headers, 'small');
  const { fallback } = await ask(address, 'PUT', headers, new Uint8Array(60_000));
  expect(fallback).toBe('a body of more than about 49,000 bytes is not remembered');
  expect((await ask(address, 'GET')).text).not.toBe('small');
});

it('the operations of contents are among those that the mock says it remembers, and so does the description of them', async () => {
  const { resources, others } = describeResources(await loadContract(roomsFile()));
  expect(resources.find(({ items }) => items === 'a content')?.operations.map(({ id }) => id)).toEqual([
    ...['readPlan', 'savePlan', 'removePlan'],
  ]);
  expect(others).toEqual([]);
  expect([...rooms.remembered]).toEqual(
    expect.arrayContaining(['GET /rooms/{id}/plan', 'PUT /rooms/{id}/plan']),
  );
  const corrected = await loadContract(roomsFile({ 'x-drydock-resource': false }));
  expect(describeResources(corrected).others).toEqual(['readPlan', 'savePlan', 'removePlan']);
});
