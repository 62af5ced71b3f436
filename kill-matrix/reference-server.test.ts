import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { FAULTS } from './faults.js';
import { DEFAULT_KEYS } from './keys.js';
import { LAWFUL } from './variants.js';
import { startReferenceServer, type RunningServer } from './reference-server.js';
import {
  askRates,
  askWith,
  askWithout,
  changed,
  forbiddenRates,
  listCategories,
  TWO_BOXES,
  unknownPath,
  withKey,
} from './requests.js';
import type { Fields } from './stages.js';
import { transcribe } from './testing/transcript.js';
import type { Step } from './variation.js';

const openapi = parse(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8')) as Fields;
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(openapi, 'openapi.yaml');

/** The problems of a body, held against a schema of openapi.yaml. */
function breaches(schema: string, body: unknown): string[] {
  const validate = ajv.getSchema(`openapi.yaml#/components/schemas/${schema}`);
  if (!validate) throw new Error(`openapi.yaml has no schema ${schema}`);
  void validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

/** Sends a step with fetch, as a client would. */
async function send({ url }: RunningServer, step: Step, keys = DEFAULT_KEYS) {
  const wanted: Record<string, string | null> = {
    Authorization: `Bearer ${DEFAULT_KEYS.valid}`,
    ...step.headers,
  };
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(wanted)) {
    const kind = (['valid', 'expired', 'limited'] as const).find((each) =>
      value?.endsWith(DEFAULT_KEYS[each]),
    );
    if (value !== null) headers.push([name, kind ? value.replace(DEFAULT_KEYS[kind], keys[kind]) : value]);
  }
  const body = step.body === undefined ? {} : { body: step.body };
  const response = await fetch(url + step.path, { method: step.method, headers, ...body });
  const type = response.headers.get('content-type');
  return { status: response.status, type, body: (await response.json()) as Fields };
}

const badBodies: [string, Step, string[]][] = [
  ['a missing field', askWithout('sender.zip_code'), ['sender.zip_code is required']],
  ['a field that is null', askWith('receiver.city', null), ['receiver.city must be a string']],
  [
    'a number for a quantity',
    askWith('box_dimension.0.items.0.quantity', 2),
    ['box_dimension[0].items[0].quantity must be a string'],
  ],
  ['text for a weight', askWith('weight', '3'), ['weight must be a number']],
  ['a weight of 0', askWith('weight', 0), ['weight must be greater than 0']],
  [
    'a problem in the second box',
    askWithout('box_dimension.1.height', TWO_BOXES),
    ['box_dimension[1].height is required'],
  ],
  ['a list for an object', askWith('receiver', []), ['receiver must be an object']],
  ['an object for a list', askWith('box_dimension', {}), ['box_dimension must be an array']],
  [
    'two problems',
    askRates(changed('weight', -1, changed('sender', undefined))),
    ['weight must be greater than 0', 'sender is required'],
  ],
  ['malformed JSON', askRates('{"weight": '), ['body must be valid JSON']],
  ['an empty body', askRates(''), ['body must be valid JSON']],
  ['a list as the body', askRates('[]'), ['body must be an object']],
  ['null as the body', askRates('null'), ['body must be an object']],
];

const statuses: [string, Step, number, string][] = [
  ['the category list', listCategories, 200, 'CategoryListEnvelope'],
  ['rates of one box', askRates(), 200, 'RateListEnvelope'],
  ['rates of two boxes', askRates(TWO_BOXES), 200, 'RateListEnvelope'],
  ['rates of what nobody carries', askWith('weight', 90_000), 200, 'RateListEnvelope'],
  ['no key', withKey(null), 401, 'UnauthorizedEnvelope'],
  ['an unknown key', withKey('Bearer nobody'), 401, 'UnauthorizedEnvelope'],
  ['an expired key', withKey(`Bearer ${DEFAULT_KEYS.expired}`), 401, 'UnauthorizedEnvelope'],
  ['another scheme', withKey(`Basic ${DEFAULT_KEYS.valid}`), 401, 'UnauthorizedEnvelope'],
  ['an invalid request without a key', withKey(null, askRates('{')), 401, 'UnauthorizedEnvelope'],
  ['a limited key', forbiddenRates, 403, 'ForbiddenEnvelope'],
  ['categories for a limited key', withKey(`Bearer ${DEFAULT_KEYS.limited}`), 200, 'CategoryListEnvelope'],
  ['an unknown path', unknownPath, 404, 'NotFoundEnvelope'],
  ['a wrong method', { method: 'DELETE', path: '/categories' }, 405, 'MethodNotAllowedEnvelope'],
  ['an unknown order', { method: 'GET', path: '/orders/TRK1' }, 404, 'NotFoundEnvelope'],
];

describe('the reference server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startReferenceServer();
  });
  afterAll(() => server.close());

  it.each(statuses)('answers %s as documented', async (_name, step, status, schema) => {
    const answer = await send(server, step);
    expect(answer).toMatchObject({ status, type: 'application/json' });
    expect(breaches(schema, answer.body)).toEqual([]);
  });

  it.each(badBodies)('refuses %s with one string for each problem', async (_name, step, errors) => {
    const answer = await send(server, step);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual(errors);
    expect(breaches('BadRequestEnvelope', answer.body)).toEqual([]);
  });

  it('accepts every documented example', async () => {
    const paths = openapi.paths as Record<string, { post?: { requestBody: Fields } }>;
    const content = paths['/get-shipping-rates']?.post?.requestBody.content as Record<
      string,
      { examples: Fields }
    >;
    const examples = Object.values(content['application/json']?.examples ?? {}) as { value: unknown }[];
    expect(examples.length).toBeGreaterThan(0);
    for (const { value } of examples) expect((await send(server, askRates(value))).status).toBe(200);
  });

  it('makes an order of a rate and finds it', async () => {
    const rates = (await send(server, askRates())).body.data as Fields[];
    const body = JSON.stringify({ rate_id: rates[0]?.id });
    const order = await send(server, { method: 'POST', path: '/create-order', body });
    expect(order.status).toBe(201);
    expect(breaches('OrderCreatedEnvelope', order.body)).toEqual([]);
    const number = (order.body.data as { tracking_number: string }[])[0]?.tracking_number ?? '';
    const found = await send(server, { method: 'GET', path: `/orders/${number}` });
    expect(breaches('OrderEnvelope', found.body)).toEqual([]);
  });

  it('says when to retry once the quota is spent, and serves again after that', async () => {
    const steps = [
      { ...listCategories, times: 3 },
      { ...listCategories, later: 1000 },
    ];
    const answers = await transcribe(steps, undefined, { quota: { limit: 2, waitMs: 1000 } });
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['200', '200', '429', '200']);
    const [head = '', body = ''] = answers[2]?.split('\r\n\r\n') ?? [];
    expect(head).toContain('Retry-After: 1');
    expect(breaches('TooManyRequestsEnvelope', JSON.parse(body))).toEqual([]);
    expect(body).toContain('Retry after 1 seconds');
  });

  it('spends the quota by requests, however slowly they come', async () => {
    const steps = [listCategories, { ...listCategories, later: 1500 }];
    const answers = await transcribe(steps, undefined, { quota: { limit: 1, waitMs: 1000 } });
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['200', '429']);
  });
});

describe.each([
  ['fault', FAULTS, 170],
  ['lawful difference', LAWFUL, 35],
])('every %s', (kind, variations, least) => {
  it('has an id and a title of its own', () => {
    expect(variations.length).toBeGreaterThanOrEqual(least);
    for (const { id } of variations) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(new Set([...FAULTS, ...LAWFUL].map(({ id }) => id)).size).toBe(FAULTS.length + LAWFUL.length);
    expect(new Set(variations.map(({ title }) => title)).size).toBe(variations.length);
  });

  // A fault is compared in its own circumstances, so that not the circumstances make the difference.
  const correct = new Map<string, Promise<string[]>>();
  it.each(variations.map((variation) => [variation.id, variation] as const))(
    '%s changes what its witness sees',
    async (_id, variation) => {
      const settings = kind === 'fault' ? variation.settings : {};
      const key = JSON.stringify([variation.witness, settings]);
      const answers = correct.get(key) ?? transcribe(variation.witness, undefined, settings);
      correct.set(key, answers);
      expect(await transcribe(variation.witness, variation)).not.toEqual(await answers);
    },
  );
});

describe('every lawful difference keeps the envelope', () => {
  it.each(LAWFUL.map((variation) => [variation.id, variation] as const))('%s', async (_id, variation) => {
    const server = await startReferenceServer({ variation, wait: () => Promise.resolve() });
    const keys = variation.settings.keys ?? DEFAULT_KEYS;
    for (const [name, step] of statuses) {
      const answer = await send(server, step, keys);
      const succeeded = answer.status < 400;
      const { status, data, errors, response_code } = answer.body;
      expect([name, status, response_code]).toEqual([name, succeeded, String(answer.status)]);
      expect([name, (errors as string[]).length === 0]).toEqual([name, succeeded]);
      if (!succeeded) expect([name, data]).toEqual([name, []]);
      if (succeeded && name.startsWith('rates'))
        expect(breaches('RateListEnvelope', answer.body)).toEqual([]);
      if (succeeded && name.includes('categor'))
        expect(breaches('CategoryListEnvelope', answer.body)).toEqual([]);
    }
    await server.close();
  });
});
