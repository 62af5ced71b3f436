import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breaches, expectedResponses, openapi, send } from '../testing/expected-responses.js';
import { transcribe } from '../testing/transcript.js';
import { askRates, askWith, askWithout, changed, listCategories, TWO_BOXES } from '../variations/requests.js';
import type { Step } from '../variations/variation.js';
import { startReferenceServer, type RunningServer } from './reference-server.js';
import type { Fields } from './stages.js';

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

describe('the reference server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startReferenceServer();
  });
  afterAll(() => server.close());

  it.each(expectedResponses)('answers %s as documented', async (_name, step, status, schema) => {
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
