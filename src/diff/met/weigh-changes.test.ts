import { describe, expect, it } from 'vitest';
import { loadContract } from '../../contract/load-contract.js';
import { readLogLine } from '../../recordings/reading/read-log-line.js';
import type { RecordedExchange } from '../../recordings/recorded-exchange.js';
import type { ChangeKindName } from '../change-kinds.js';
import { findChanges } from '../find-changes.js';
import { documentOf, requestOf, responseOf, secured } from '../testing/thing-documents.js';
import type { Recording } from './recording.js';
import { weighChanges, type Weighing } from './weigh-changes.js';

type Json = Readonly<Record<string, unknown>>;

const load = (document: object) => loadContract('openapi.json', { text: JSON.stringify(document) });

/** Recorded lines of an access log; a field of a line replaces the usual one. */
function recordingOf(name: string, ...lines: Json[]): Recording {
  const exchanges = lines.map((line, index) =>
    readLogLine(
      {
        ...{ method: 'POST', url: 'https://api.example/things', status: 200 },
        requestHeaders: { 'content-type': 'application/json' },
        responseHeaders: { 'content-type': 'application/json' },
        ...line,
      },
      `line ${index + 1}`,
    ),
  );
  const read = async function* (): AsyncGenerator<RecordedExchange> {
    await Promise.resolve();
    for (const exchange of exchanges) if (exchange) yield exchange;
  };
  return { name, read };
}

async function weighed(old: object, now: object, ...recordings: Recording[]): Promise<Weighing> {
  const contracts = { old: await load(old), now: await load(now) };
  return weighChanges(findChanges(contracts.old, contracts.now), { ...contracts, recordings, coverages: [] });
}

const object = (properties: Json, required: string[] = []): Json => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };
const parameterOf = (parameter: Json): object =>
  documentOf({ parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' }, ...parameter }] });
const headerOf = (headers: Json): object =>
  documentOf({ responses: { '200': { description: 'Made', headers } } });
const petsOf = (...subtypes: string[]): object => {
  const base = { $ref: '#/components/schemas/Pet' };
  const extended = subtypes.map((name) => [name, { allOf: [base, { type: 'object' }] }] as const);
  const pet = { ...object({ kind: text }, ['kind']), discriminator: { propertyName: 'kind' } };
  return { ...requestOf(base), components: { schemas: { Pet: pet, ...Object.fromEntries(extended) } } };
};
const send = (body: unknown): Json => ({ requestBody: body });
const got = (body: unknown): Json => ({ responseBody: body });

describe('weighChanges', () => {
  it.each<[string, ChangeKindName, object, object, Json, Json]>([
    [
      'a new required field: who lacks it',
      'required-property-added',
      requestOf(object({ a: text })),
      requestOf(object({ a: text, b: text }, ['b'])),
      send({ a: 'x' }),
      send({ a: 'x', b: 'y' }),
    ],
    [
      'a field that became required in elements',
      'property-became-required',
      requestOf({ type: 'array', items: object({ a: text }) }),
      requestOf({ type: 'array', items: object({ a: text }, ['a']) }),
      send([{ a: 'x' }, {}]),
      send([{ a: 'x' }]),
    ],
    [
      'a narrowed bound: who sent more',
      'upper-bound-lowered',
      requestOf(object({ n: { type: 'integer', maximum: 9 } })),
      requestOf(object({ n: { type: 'integer', maximum: 5 } })),
      send({ n: 6 }),
      send({ n: 5 }),
    ],
    [
      'a narrowed type: who sent another',
      'type-narrowed',
      requestOf(object({ n: { type: 'number' } })),
      requestOf(object({ n: { type: 'integer' } })),
      send({ n: 1.5 }),
      send({ n: 1 }),
    ],
    [
      'a null that is forbidden',
      'null-forbidden',
      requestOf(object({ n: { type: ['string', 'null'] } })),
      requestOf(object({ n: text })),
      send({ n: null }),
      send({ n: 'x' }),
    ],
    [
      'a removed field: who sent it',
      'property-removed',
      requestOf(object({ a: text, b: text })),
      requestOf(object({ a: text })),
      send({ b: 'x' }),
      send({ a: 'x' }),
    ],
    [
      'a changed default: who relies on it',
      'default-changed',
      requestOf(object({ a: { ...text, default: 'x' } })),
      requestOf(object({ a: { ...text, default: 'y' } })),
      send({}),
      send({ a: 'x' }),
    ],
    [
      'security: who sent no credentials',
      'security-added',
      documentOf({}),
      secured([{ key: [] }, { login: [] }]),
      { requestHeaders: { 'x-other': 'k' } },
      { requestHeaders: { 'x-key': 'k' } },
    ],
    [
      'security of two credentials: who sent one alone',
      'security-added',
      documentOf({}),
      secured([{ key: [], login: [] }]),
      { requestHeaders: { 'x-key': 'k' } },
      { requestHeaders: { 'x-key': 'k', authorization: 'Bearer t' } },
    ],
    [
      'a subtype that is gone: who sent it',
      'alternative-removed',
      petsOf('Cat', 'Dog'),
      petsOf('Cat'),
      send({ kind: 'Dog' }),
      send({ kind: 'Cat' }),
    ],
    [
      'a required body',
      'body-became-required',
      requestOf(text, false),
      requestOf(text),
      send(null),
      send('x'),
    ],
    [
      'a media type of requests',
      'media-type-removed',
      requestOf(text),
      documentOf({ requestBody: { required: true, content: { 'text/plain': {} } } }),
      send('x'),
      { ...send('x'), requestHeaders: { 'content-type': 'text/csv' } },
    ],
    [
      'a parameter that became required',
      'parameter-became-required',
      parameterOf({}),
      parameterOf({ required: true }),
      {},
      { url: 'https://api.example/things?limit=3' },
    ],
    [
      'a bound of a parameter',
      'upper-bound-lowered',
      parameterOf({ schema: { type: 'integer', maximum: 90 } }),
      parameterOf({ schema: { type: 'integer', maximum: 9 } }),
      { url: 'https://api.example/things?limit=10' },
      { url: 'https://api.example/things?limit=9' },
    ],
    [
      'reserved characters of a parameter: who sent them as they are',
      'reserved-characters-refused',
      parameterOf({ schema: text, allowReserved: true }),
      parameterOf({ schema: text }),
      { url: 'https://api.example/things?limit=a/b' },
      { url: 'https://api.example/things?limit=a%2Fb' },
    ],
    [
      'an empty parameter: who sent it',
      'empty-value-refused',
      parameterOf({ allowEmptyValue: true }),
      parameterOf({}),
      { url: 'https://api.example/things?limit=' },
      { url: 'https://api.example/things?limit=5' },
    ],
    [
      'an enum of a parameter',
      'enum-values-removed',
      parameterOf({ schema: { enum: ['a', 'b'] } }),
      parameterOf({ schema: { enum: ['a'] } }),
      { url: 'https://api.example/things?limit=b' },
      { url: 'https://api.example/things?limit=a' },
    ],
    [
      'a field of responses: who got it',
      'required-property-removed',
      responseOf(object({ a: text, b: text }, ['b'])),
      responseOf(object({ a: text })),
      got({ b: 'x' }),
      got({ a: 'x' }),
    ],
    [
      'a value that responses may have: who got the field',
      'enum-values-added',
      responseOf(object({ a: { enum: ['x'] } })),
      responseOf(object({ a: { enum: ['x', 'y'] } })),
      got({ a: 'x' }),
      got({}),
    ],
    [
      'a status',
      'success-status-removed',
      documentOf({ responses: { '200': { description: '' }, '201': { description: '' } } }),
      documentOf({ responses: { '200': { description: '' } } }),
      { status: 201 },
      { status: 200 },
    ],
    [
      'a header',
      'header-removed',
      headerOf({ 'X-Left': { schema: text } }),
      headerOf({}),
      { responseHeaders: { 'x-left': '3' } },
      { responseHeaders: {} },
    ],
    [
      'a server',
      'server-removed',
      documentOf({}, { servers: [{ url: 'https://api.example' }, { url: 'https://b.example' }] }),
      documentOf({}, { servers: [{ url: 'https://b.example' }] }),
      {},
      { url: 'https://b.example/things' },
    ],
  ])('knows who has met %s', async (_, kind, old, now, meets, passes) => {
    const met = recordingOf('met.ndjson', meets, passes, meets);
    const { changes, exchanges } = await weighed(old, now, met, recordingOf('other.ndjson', passes));
    expect(exchanges).toBe(4);
    const [change] = changes.filter((one) => one.kind === kind);
    expect(change?.met).toMatchObject({ exchanges: 2, clients: ['met.ndjson'] });
    expect(change?.met?.example).toMatch(/^POST \/things.* \(met\.ndjson, line 1\)$/);
  });

  it('counts nothing that OLD has refused itself', async () => {
    const [old, now] = [
      requestOf(object({ a: { enum: ['x', 'y'] } })),
      requestOf(object({ a: { enum: ['x'] } })),
    ];
    const refused = recordingOf('a.ndjson', { ...send({ a: 'y' }), status: 422 });
    const { changes } = await weighed(old, now, refused);
    expect(changes[0]?.met?.exchanges).toBe(0);
  });

  it('counts who got a body that a range of media types describes', async () => {
    const inRange = (type: string): object =>
      documentOf({
        responses: { '200': { description: '', content: { '*/*': { schema: object({ a: { type } }) } } } },
      });
    const recording = recordingOf('a.ndjson', got({ a: 'x' }));
    const { changes } = await weighed(inRange('string'), inRange('integer'), recording);
    expect(changes.map(({ kind, met }) => [kind, met?.exchanges])).toEqual([['type-changed', 1]]);
  });

  it('counts who sent other fields, not who sent those that have a name', async () => {
    const named = object({ a: { type: 'integer' } });
    const [old, now] = [requestOf(named), requestOf({ ...named, additionalProperties: text })];
    const lines = [send({ a: 1 }), send({ a: 1, b: 'x' }), send({ a: 1, b: 2 })];
    const { changes } = await weighed(old, now, recordingOf('a.ndjson', ...lines));
    expect(changes.map(({ kind, met }) => [kind, met?.exchanges])).toEqual([['type-narrowed', 1]]);
  });

  it('says how many bodies it lacks where they would tell', async () => {
    const [old, now] = [
      requestOf(object({ a: { enum: ['x', 'y'] } })),
      requestOf(object({ a: { enum: ['x'] } })),
    ];
    const { changes, unread } = await weighed(
      old,
      now,
      recordingOf('a.ndjson', { requestHeaders: { 'content-type': 'application/json' } }),
    );
    expect([changes[0]?.met?.exchanges, unread]).toEqual([0, 1]);
  });

  it('replays requests on paper: what NEW refuses and OLD does not, grouped', async () => {
    const old = requestOf(object({ a: text, n: { type: 'integer' } }));
    const now = requestOf(object({ a: text, n: { type: 'integer', maximum: 5 } }, ['a']));
    const lines = [
      send({ n: 7 }),
      send({ n: 8, a: 'x' }),
      send({ n: 1, a: 'x' }),
      send({ n: 'wrong', a: 'x' }),
    ];
    const { refused } = await weighed(old, now, recordingOf('a.ndjson', ...lines));
    expect(refused.map(({ problem, exchanges }) => [problem, exchanges])).toEqual([
      [expect.stringContaining('n must be 5 or less'), 2],
      [expect.stringContaining('a is required'), 1],
    ]);
  });

  it('shows no secret in its examples', async () => {
    const secret = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
    const [old, now] = [requestOf(object({ apiKey: text, a: text })), requestOf(object({ a: text }))];
    const line = {
      ...send({ apiKey: secret, a: secret }),
      url: `https://api.example/things?access_token=${secret}`,
    };
    const weighing = await weighed(old, now, recordingOf('a.ndjson', line));
    expect(weighing.changes[0]?.met?.example).toContain('/apiKey');
    expect(JSON.stringify(weighing)).not.toContain(secret.slice(8));
  });
});
