/**
 * A service whose rooms were there before, whose stays are made below a room, with days in order, a number of their own and no guest
 * that nobody knows, and whose photos are forms that name a stay: nothing of it is served by a request of the document's schemas alone.
 */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { loadContract } from '../../../contract/load-contract.js';
import { temporaryFile } from '../../../testing/temporary-folder.js';
import { rulesNamedIn, runWithWrites } from '../../testing/run-suite.js';
import { jsonOf } from '../../target/json-body.js';

const id = { type: 'string', format: 'uuid' };
const day = { type: 'string', format: 'date' };
const number = { type: 'string', pattern: String.raw`^\d{3}$` };
const problem = media({ type: 'object', required: ['message'], properties: { message: { type: 'string' } } });
const refusals = Object.fromEntries([400, 404, 409, 415, 422].map((status) => [status, problem]));
const room = { type: 'object', required: ['id', 'beds'], properties: { id, beds: { type: 'integer' } } };
const given = { from: day, to: day, number, guest_id: id };
const stay = {
  type: 'object',
  required: ['id', 'room_id', 'from', 'to', 'number'],
  properties: { id, room_id: id, ...given },
};
const photo = { type: 'object', required: ['id', 'stay_id'], properties: { id, stay_id: id } };

const contract = await loadContract(
  temporaryFile(
    'stays.json',
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Stays', version: '1' },
      paths: {
        '/rooms': { get: { operationId: 'listRooms', responses: { 200: media(listOf(room)) } } },
        '/rooms/{roomId}': { ...at('roomId'), get: reading('getRoom', room) },
        '/rooms/{roomId}/stays': {
          ...at('roomId'),
          post: {
            operationId: 'addStay',
            requestBody: {
              required: true,
              ...media({ type: 'object', required: ['from', 'to', 'number'], properties: given }),
            },
            responses: { 201: media(stay), ...refusals },
          },
        },
        '/stays/{stayId}': {
          ...at('stayId'),
          get: reading('getStay', stay),
          delete: { operationId: 'removeStay', responses: { 204: { description: 'Gone.' }, ...refusals } },
        },
        '/photos': {
          post: {
            operationId: 'addPhoto',
            requestBody: {
              required: true,
              content: {
                'multipart/form-data': {
                  schema: {
                    type: 'object',
                    required: ['file', 'stay_id'],
                    properties: { file: { type: 'string', format: 'binary' }, stay_id: id },
                  },
                },
              },
            },
            responses: { 201: media(photo), ...refusals },
          },
        },
        '/photos/{photoId}': { ...at('photoId'), get: reading('getPhoto', photo) },
      },
    }),
  ),
  { strict: true },
);

function media(schema: object) {
  return { description: 'It.', content: { 'application/json': { schema } } };
}

function listOf(items: object) {
  return { type: 'object', required: ['data'], properties: { data: { type: 'array', items } } };
}

function at(name: string) {
  return { parameters: [{ name, in: 'path', required: true, schema: id }] };
}

function reading(operationId: string, schema: object) {
  return { operationId, responses: { 200: media(schema), 404: problem } };
}

interface Faults {
  /** A stay of any number is made. */
  readonly anyNumber?: true;
  /** A stay doesn't say until when. */
  readonly noEnd?: true;
  /** A stay is still there once it is removed. */
  readonly staysOn?: true;
  /** The beds of a room are a text. */
  readonly bedsAsText?: true;
  /** The stay of a photo is a number. */
  readonly numberOfStay?: true;
}

type Answer = readonly [status: number, body: unknown];

function answerOf(faults: Faults) {
  const rooms = new Map(
    [1, 2].map((beds) => [randomUUID() as string, faults.bedsAsText ? String(beds) : beds]),
  );
  const stays = new Map<string, Record<string, unknown>>();
  const photos = new Map<string, Record<string, unknown>>();
  const refused = (status: number, message: string): Answer => [status, { message }];
  const found = (one: unknown): Answer => (one === undefined ? refused(404, 'not here') : [200, one]);
  const addStay = (roomId: string, body: unknown): Answer => {
    const beds = rooms.get(roomId);
    if (beds === undefined) return refused(404, 'no such room');
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return refused(400, 'no object');
    const { from, to, number: own, guest_id: guest } = body as Record<string, unknown>;
    const isDay = (one: unknown) => typeof one === 'string' && /^\d{4}-\d\d-\d\d$/.test(one);
    if (!isDay(from) || !isDay(to)) return refused(400, 'from or to is no day');
    if (typeof own !== 'string' || (!/^\d{3}$/.test(own) && !faults.anyNumber)) return refused(400, 'number');
    if (guest !== undefined)
      return typeof guest === 'string' ? refused(422, 'no such guest') : refused(400, 'guest_id');
    if (String(to) <= String(from)) return refused(422, 'it ends before it begins');
    if ([...stays.values()].some((one) => one.number === own)) return refused(409, 'the number is taken');
    const made = { id: randomUUID(), room_id: roomId, from, ...(!faults.noEnd && { to }), number: own };
    stays.set(made.id, made);
    return [201, made];
  };
  return (method: string, path: string, type: string, text: string): Answer => {
    const [, kind = '', key, below] = path.split('/');
    if (path === '/rooms' && method === 'GET')
      return [200, { data: [...rooms].map(([one, beds]) => ({ id: one, beds })) }];
    if (path === '/photos' && method === 'POST') {
      if (!type.startsWith('multipart/form-data')) return refused(415, 'it is no form');
      const [, stayId = ''] = /name="stay_id"\r\n\r\n([^\r]*)\r\n/.exec(text) ?? [];
      if (!text.includes('name="file"')) return refused(400, 'file');
      if (!stays.has(stayId)) return refused(422, 'no such stay');
      const made = { id: randomUUID(), stay_id: faults.numberOfStay ? 7 : stayId };
      photos.set(made.id, made);
      return [201, made];
    }
    if (kind === 'rooms' && below === 'stays' && method === 'POST') {
      if (!/^application\/json\b/i.test(type)) return refused(415, 'it is no JSON');
      return addStay(key ?? '', jsonOf(text));
    }
    if (method === 'DELETE' && kind === 'stays') {
      const isThere = faults.staysOn ? stays.has(key ?? '') : stays.delete(key ?? '');
      return isThere ? [204, undefined] : refused(404, 'no such stay');
    }
    if (below !== undefined || key === undefined || !['GET', 'HEAD'].includes(method))
      return refused(kind === 'rooms' || kind === 'stays' || kind === 'photos' ? 405 : 404, 'not here');
    const beds = rooms.get(key);
    if (kind === 'rooms') return found(beds === undefined ? undefined : { id: key, beds });
    return found(kind === 'stays' ? stays.get(key) : kind === 'photos' ? photos.get(key) : undefined);
  };
}

/** @param told what the run is to say, of which rule; without it all rules are run */
function run(faults: Faults, ...told: readonly RegExp[]) {
  const answer = answerOf(faults);
  return runWithWrites(
    (request, text, response) => {
      const { method = '', headers } = request;
      const [path = ''] = (request.url ?? '').split('?');
      const [status, body] = answer(method, path, headers['content-type'] ?? '', text);
      const head = { 'Content-Type': 'application/json', Allow: 'GET, POST, DELETE' };
      if (body === undefined) response.writeHead(status).end();
      else response.writeHead(status, head).end(method === 'HEAD' ? '' : JSON.stringify(body));
    },
    { contract, ...(told.length > 0 && { rules: rulesNamedIn(...told) }) },
  );
}

it('every operation is served, of things that were there and of those that the run makes, and none is blamed', async () => {
  expect(await run({})).toMatchObject({ verdict: 'conforms', unserved: 0, failed: [] });
});

it.each([
  [{ anyNumber: true }, /requests\/invalid-value addStay: .*number/],
  [{ noEnd: true }, /responses\/schema (?:addStay|getStay): /],
  [{ staysOn: true }, /resources\/changes-show getStay: /],
  [{ numberOfStay: true }, /responses\/schema (?:addPhoto|getPhoto): /],
] as const)('a fault behind them is found (%j)', async (faults, told) => {
  expect((await run(faults, told)).failed.join('\n')).toMatch(told);
});

it('a fault is found in what was there before, and which the list tells', async () => {
  expect((await run({ bedsAsText: true })).failed.join('\n')).toMatch(/responses\/schema getRoom: /);
});
