/**
 * A service whose bookings name a hotel and a room of that hotel, and have a key: what has the key of an earlier booking gets the response
 * of that one. A room of another hotel is refused, and so is one that is booked.
 */
import { expect, it } from 'vitest';
import { loadRules } from '../../rules/load-rules.js';
import type { LoadedRule } from '../../rules/rule.js';
import { loadContract } from '../../../contract/load-contract.js';
import { temporaryFile } from '../../../testing/temporary-folder.js';
import { rulesNamedIn, runSuite } from '../../testing/run-suite.js';
import { answeringServer, type Answer, type Call } from '../../testing/small-server.js';
import { jsonOf } from '../../target/json-body.js';

const allRules = await loadRules();
const id = { type: 'integer', minimum: 1 };
const problem = media({ type: 'object', required: ['message'], properties: { message: { type: 'string' } } });
const refusals = Object.fromEntries([400, 404, 409, 415, 422].map((status) => [status, problem]));
const hotel = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } };
const booking = {
  type: 'object',
  required: ['hotel_id', 'room_id', 'guests'],
  properties: { hotel_id: id, room_id: id, guests: { type: 'integer', minimum: 1 } },
};

const contract = await loadContract(
  temporaryFile(
    'hotels.json',
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Hotels', version: '1' },
      paths: {
        '/hotels': { post: making('addHotel', hotel) },
        '/hotels/{hotel_id}': { get: reading('getHotel', hotel), ...at('hotel_id') },
        '/hotels/{hotel_id}/rooms': { post: making('addRoom', hotel), ...at('hotel_id') },
        '/hotels/{hotel_id}/rooms/{room_id}': {
          get: reading('getRoom', hotel),
          ...at('hotel_id', 'room_id'),
        },
        '/bookings': {
          post: {
            ...making('addBooking', booking),
            parameters: [
              {
                name: 'Idempotency-Key',
                in: 'header',
                required: true,
                schema: { type: 'string', minLength: 8 },
              },
            ],
          },
        },
        '/bookings/{booking_id}': { get: reading('getBooking', booking), ...at('booking_id') },
      },
    }),
  ),
  { strict: true },
);

function media(schema: object) {
  return { description: 'It.', content: { 'application/json': { schema } } };
}

function withId(schema: typeof hotel | typeof booking) {
  return { ...schema, required: ['id', ...schema.required], properties: { id, ...schema.properties } };
}

function making(operationId: string, schema: typeof hotel | typeof booking) {
  return {
    operationId,
    requestBody: { required: true, ...media(schema) },
    responses: { 201: media(withId(schema)), ...refusals },
  };
}

function reading(operationId: string, schema: typeof hotel | typeof booking) {
  return { operationId, responses: { 200: media(withId(schema)), ...refusals } };
}

function at(...names: string[]) {
  return { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: id })) };
}

function answerOf(faults: Faults) {
  const things = new Map<string, Record<string, unknown>>();
  const booked = new Map<string, Answer>();
  let last = 0;
  return ({ method, path, headers, text }: Call): Answer => {
    const refused = (status: number, message: string): Answer => ({ status, body: { message } });
    const [, list, hotelId, rooms, room] = path.split('/');
    if (list === 'hotels' && rooms !== undefined && !things.has(`/hotels/${hotelId ?? ''}`))
      return refused(404, 'no such hotel');
    const isList = rooms === undefined ? hotelId === undefined : rooms === 'rooms' && room === undefined;
    if (!['hotels', 'bookings'].includes(list ?? '')) return refused(404, 'no such path');
    if (!isList) {
      const found = things.get(path);
      if (method !== 'GET') return { status: 405, headers: { Allow: 'GET' } };
      return found ? { status: 200, body: found } : refused(404, 'no such thing');
    }
    if (method !== 'POST') return { status: 405, headers: { Allow: 'POST' } };
    const { 'idempotency-key': key = '' } = headers;
    if (list === 'bookings' && String(key).length < 8) return refused(400, 'Idempotency-Key');
    const known = list === 'bookings' ? booked.get(String(key)) : undefined;
    if (known !== undefined) return known;
    if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return refused(415, 'no JSON');
    const body = jsonOf(text) as Record<string, unknown> | null | undefined;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return refused(400, 'no object');
    const isId = (value: unknown) => Number.isInteger(value) && Number(value) >= 1;
    if (list === 'hotels' && (typeof body.name !== 'string' || body.name === '')) return refused(400, 'name');
    if (list === 'bookings') {
      const { hotel_id: of, room_id: wanted, guests } = body;
      if (!isId(of) || !isId(wanted)) return refused(400, 'hotel_id, room_id');
      const isTaken = faults.anyGuests ? typeof guests === 'number' : faults.beyond && guests === Infinity;
      if (!isId(guests) && !isTaken) return refused(400, 'guests');
      if (!things.has(`/hotels/${Number(of)}/rooms/${Number(wanted)}`)) return refused(422, 'room_id');
      const isBooked = [...things.values()].some((one) => one.room_id === wanted && one.hotel_id === of);
      if (isBooked) return refused(409, 'this room is booked');
    }
    const made = { ...body, id: (last += 1) };
    things.set(`${path}/${last}`, made);
    const response: Answer = { status: 201, body: made };
    if (list === 'bookings') booked.set(String(key), response);
    return response;
  };
}

interface Faults {
  /** A booking is for any number of guests. */
  readonly anyGuests?: true;
  /** A booking with a number that no double holds is made. */
  readonly beyond?: true;
}

interface Sent {
  readonly path: string;
  readonly text: string;
  readonly caseId: string;
}

async function run(faults: Faults, rules: readonly LoadedRule[] = allRules) {
  const answer = answerOf(faults);
  const sent: Sent[] = [];
  const server = await answeringServer((call) => {
    sent.push({ path: call.path, text: call.text, caseId: String(call.headers['x-drydock-case']) });
    return answer(call);
  });
  const withoutKeys = { key: undefined, expiredKey: undefined, limitedKey: undefined };
  try {
    const { failures, summary } = await runSuite({
      ...{ url: server.url, contract, allowWrites: true, level: 'SHOULD', rules, ...withoutKeys },
    });
    return { failures, summary, sent };
  } finally {
    await server.close();
  }
}

it('a target that keeps to its document is not failed, and each of its operations is served', async () => {
  const { failures, summary } = await run({});
  expect(failures.map(({ case: id, actual }) => `${id}: ${actual}`)).toEqual([]);
  expect(summary.unserved).toBeUndefined();
});

it('what is wrong in a body is found where it names a room of the hotel that it names', async () => {
  const { failures } = await run({ anyGuests: true }, rulesNamedIn(/requests\/invalid-value/));
  expect(failures.map(({ actual, problems }) => `${actual}: ${problems.join()}`)).toEqual([
    'status 201: guests must be 1 or more, got 0',
  ]);
});

it('a number that no double holds is sent as it is, also where it is the id of a thing', async () => {
  const { sent } = await run({}, rulesNamedIn(/requests\/odd-input/));
  const texts = sent.filter(({ caseId }) => caseId.includes('addBooking/number-beyond/'));
  expect(texts.map(({ text }) => text.replaceAll(/:\d+(?=[,}])/g, ':ID'))).toEqual([
    '{"hotel_id":ID,"room_id":ID,"guests":1e400}',
    '{"hotel_id":1e400,"room_id":1e400,"guests":ID}',
  ]);
});

it('a failure shows the request that was sent', async () => {
  const { failures, sent } = await run({ beyond: true }, rulesNamedIn(/requests\/odd-input/));
  const [failure] = failures;
  expect(failure?.actual).toBe('a success for a number beyond any double');
  expect(failure?.sent.body).toContain('1e400');
  expect(sent.map(({ text }) => text)).toContain(failure?.sent.body);
  // What is left out of the document's text can't be counted.
  expect(failure?.rule.sentence).toMatch(/^"201": .*…$/);
});
