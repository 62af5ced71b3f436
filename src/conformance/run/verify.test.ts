import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ConformanceEvent, Failure, PlanEvent, SummaryEvent } from '../events.js';
import { httpServer } from '../testing/small-server.js';
import type { SmallServer } from '../testing/small-server.js';
import { failure, keys, smallService } from '../testing/small-service.js';
import { loadRules } from '../load-rules.js';
import type { VerifyOptions } from './options.js';
import { verify } from '../../index.js';
import { UsageError } from './verify.js';

const rules = await loadRules();
const open: SmallServer[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

interface Verified {
  plan: PlanEvent;
  failures: Failure[];
  summary: SummaryEvent;
  events: ConformanceEvent[];
}

async function run(options: Partial<VerifyOptions> & { url: string }): Promise<Verified> {
  const events: ConformanceEvent[] = [];
  const given = {
    rules,
    key: keys.valid,
    expiredKey: keys.expired,
    limitedKey: keys.limited,
    timeoutMs: 1000,
    ...options,
  };
  for await (const event of verify(given)) events.push(event);
  const summary = events.at(-1) as SummaryEvent;
  const failures = events.flatMap((event) => (event.type === 'failure' ? [event.failure] : []));
  return { plan: events[0] as PlanEvent, failures, summary, events };
}

async function judge(
  change?: Parameters<typeof smallService>[0],
  options: Partial<VerifyOptions> = {},
  scheme = 'http',
): Promise<Verified> {
  const server = await httpServer(await smallService(change));
  open.push(server);
  return run({ url: server.url.replace('http', scheme), ...options });
}

const failing = ({ failures }: Verified) =>
  failures.filter(({ verdict }) => verdict === 'FAIL').map(({ rule }) => rule.id);

describe('a server that keeps the contract', () => {
  it('conforms at every level that it is asked for, within its budget of requests', async () => {
    const judged = await judge();
    expect(failing(judged)).toEqual([]);
    expect(judged.summary).toMatchObject({ exitCode: 0, verdict: 'conforms', notSent: 0 });
    expect(judged.summary.requests).toBeLessThan(700);
  });

  it('may pace its clients', async () => {
    let last = 0;
    let used = 0;
    const judged = await judge((answer) => {
      const now = Math.floor(Date.now() / 1000);
      if (now !== last) [last, used] = [now, 0];
      used += 1;
      return used > 150 ? failure(429, 'Too many requests, retry after 1 second') : answer;
    });
    expect(failing(judged)).toEqual([]);
    expect(judged.summary).toMatchObject({ exitCode: 0, notSent: 0 });
    expect(
      judged.summary.rules.find(({ rule }) => rule.id === 'limits/says-when-to-retry')?.judged,
    ).toBeGreaterThan(0);
  });
});

describe('a server that breaks it', () => {
  it('is told by the rule that names it, with the smallest request, where, and what says so', async () => {
    const judged = await judge((answer, { text }) =>
      answer.status === 400 && text.includes('"weight":-1.5') ? { ...answer, status: 200 } : answer,
    );
    const told = judged.failures.find(({ rule }) => rule.id === 'requests/invalid-value');
    expect(told).toMatchObject({
      verdict: 'FAIL',
      level: 'MUST',
      operation: 'getShippingRates',
      flaky: false,
      actual: 'status 200',
      expected: ['status 400'],
      answer: { status: 200 },
      document: { pointer: expect.stringContaining('/properties/weight/exclusiveMinimum') },
    });
    expect(told?.sent.curl).toMatch(/^curl -i -X POST http:.*"weight":-1.5/);
    expect(told?.sent.curl).not.toContain(keys.valid);
    expect(JSON.stringify(judged.events)).not.toContain(keys.valid);
  });

  it('is shown a request made small', async () => {
    const judged = await judge((answer, { text }) =>
      answer.status === 200 && text.length > 20_000 ? { ...failure(500, 'Server error') } : answer,
    );
    const told = judged.failures.find(({ rule }) => rule.id === 'requests/large-bodies');
    expect(told?.sent.body?.length).toBeLessThan(60_000);
  });

  it('fails although it did so once only, marked as flaky', async () => {
    let served = 0;
    const judged = await judge((answer, { request }) => {
      if (request.url !== '/categories' || answer.status !== 200) return answer;
      served += 1;
      return served === 4 ? { ...answer, body: { ...answer.body, data: null } } : answer;
    });
    expect(judged.failures.find(({ rule }) => rule.id === 'envelope/data')).toMatchObject({
      verdict: 'FAIL',
      flaky: true,
    });
    expect(judged.summary.exitCode).toBe(1);
  });

  it('is left alone where it never answers, within seconds', async () => {
    const judged = await judge(
      (answer, { request }) => (request.url === '/get-shipping-rates' ? undefined : answer),
      { timeoutMs: 200 },
    );
    expect(failing(judged)).toContain('http/answers');
    expect(judged.summary.notSent).toBeGreaterThan(200);
    expect(judged.summary.seconds).toBeLessThan(5);
  });

  it('fails by a standard only where it contradicts itself', async () => {
    const judged = await judge((answer) =>
      answer.status === 405
        ? { ...answer, headers: { Allow: 'PUT, PATCH, DELETE, GET, POST' } }
        : { ...answer, headers: { 'WWW-Authenticate': '' } },
    );
    expect(failing(judged)).toEqual(['http/allow-with-405']);
  });

  it('is only warned below the chosen level', async () => {
    const negative: Parameters<typeof smallService>[0] = (answer) => {
      const data = (answer.body.data as Record<string, unknown>[]).map((element) =>
        'delivery_time' in element ? { ...element, delivery_time: -1 } : element,
      );
      return { ...answer, body: { ...answer.body, data } };
    };
    const [must, assumed] = [await judge(negative), await judge(negative, { level: 'ASSUMED' })];
    expect(failing(must)).toEqual([]);
    expect(must.failures.map(({ rule, verdict, level }) => [rule.id, verdict, level])).toContainEqual([
      'rates/fields',
      'WARN',
      'ASSUMED',
    ]);
    expect(failing(assumed)).toContain('rates/fields');
  });

  it('never recovers from its own rate limit', async () => {
    const judged = await judge((answer, { number }) =>
      number > 40 ? failure(429, 'Retry after 0.01 seconds') : answer,
    );
    expect(failing(judged)).toContain('limits/recovers');
  });
});

describe('a target that can not be judged', () => {
  it.each<[string, Parameters<typeof smallService>[0], Partial<VerifyOptions>, RegExp]>([
    ['refuses the valid key', undefined, { key: 'wrong' }, /answers 401 to every operation with the key/],
    [
      'wants a key and got none',
      undefined,
      { key: undefined },
      /answers 401 without a key: give one with --key/,
    ],
    [
      'has nothing at the address',
      () => failure(404, 'Not found'),
      {},
      /answers 404 to every operation: the URL must be the base address/,
    ],
    [
      'redirects',
      () => ({ status: 301, body: {}, headers: { Location: 'https://new.example/' } }),
      {},
      /redirects every request/,
    ],
    [
      'is out of quota',
      () => failure(429, 'Retry after 3600 seconds'),
      { maxTimeSeconds: 2 },
      /answers 429 to everything/,
    ],
    ['never answers', () => undefined, { timeoutMs: 100 }, /gives no answer/],
  ])('%s', async (_, change, options, sentence) => {
    const judged = await judge(change, options);
    expect(judged.summary).toMatchObject({ exitCode: 3, verdict: 'could not be judged', failures: 0 });
    expect(judged.summary.couldNotJudge).toMatch(sentence);
  });

  it('sends nothing more when it was refused to the end', async () => {
    let requests = 0;
    const judged = await judge(
      () => {
        requests += 1;
        return failure(429, 'Retry after 3600 seconds');
      },
      { maxTimeSeconds: 2 },
    );
    expect(requests).toBeLessThan(10);
    expect(judged.summary.seconds).toBeLessThan(2);
  });

  it('closes every connection at once', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { summary } = await run({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    server.close();
    expect(summary).toMatchObject({
      exitCode: 3,
      couldNotJudge: expect.stringContaining('accepts connections but gives no answer'),
    });
  });

  it('speaks no TLS where https was said', async () => {
    const { summary } = await judge(undefined, {}, 'https');
    expect(summary).toMatchObject({
      exitCode: 3,
      couldNotJudge: expect.stringContaining(
        'the server does not speak TLS there; an address that begins with http',
      ),
    });
  });

  it('is not there', async () => {
    const { summary } = await run({ url: 'http://127.0.0.1:1' });
    expect(summary).toMatchObject({
      exitCode: 3,
      couldNotJudge: expect.stringContaining("can't be reached"),
    });
  });

  it.each([
    ['no URL', { url: 'there' }],
    ['another protocol', { url: 'ftp://there' }],
    ['a query', { url: 'http://there/?a' }],
    ['a key with a line feed', { url: 'http://there', key: 'a\nb' }],
    ['--only of nothing', { url: 'http://there', only: 'auth/mising-key' }],
  ])('was told wrongly: %s', async (_, options) => {
    await expect(run(options)).rejects.toThrow(UsageError);
  });
});

describe('the plan', () => {
  const planned = async (options: Partial<VerifyOptions> = {}) =>
    (await run({ url: 'http://127.0.0.1:1', planOnly: true, ...options })).plan;
  const ids = ({ cases }: PlanEvent) => cases.map(({ id, request }) => `${id} ${request.body ?? ''}`);

  it('is the same for the same seed, another for another, and sends nothing', async () => {
    const [one, same, other] = [
      await planned({ seed: 7 }),
      await planned({ seed: 7 }),
      await planned({ seed: 8 }),
    ];
    expect(ids(one)).toEqual(ids(same));
    expect(ids(one)).not.toEqual(ids(other));
    expect(JSON.stringify(one)).not.toContain(keys.valid);
  });

  it('keeps to a budget, the most telling cases first', async () => {
    const plan = await planned({ budget: 30 });
    expect(plan.cases).toHaveLength(30);
    expect(plan.cut).toBeGreaterThan(300);
    expect(plan.cases[0]?.rule).toBe('requests/documented-examples');
  });

  it.each([
    [
      'auth/*',
      (plan: PlanEvent) => plan.rules.every(({ topic }) => topic === 'auth') && plan.cases.length > 50,
    ],
    ['requests/missing-field', (plan: PlanEvent) => plan.rules.length === 1 && plan.cases.length > 20],
    [
      'envelope/*',
      (plan: PlanEvent) => plan.rules.every(({ topic }) => topic === 'envelope') && plan.cases.length > 300,
    ],
    [
      'listCategories',
      (plan: PlanEvent) =>
        plan.cases.every(({ operation }) => operation === 'listCategories') && plan.cases.length > 5,
    ],
    ['**/sender.zip_code*', (plan: PlanEvent) => plan.cases.length > 3 && plan.cases.length < 12],
  ])('is narrowed by --only %s', async (only, isNarrowed) => {
    expect(isNarrowed(await planned({ only }))).toBe(true);
  });

  it.each([
    ['categories/unique-ids', 40],
    ['rates/*', 260],
    ['auth/refusal-text', 160],
    ['http/allow-with-405', 40],
    ['errors/names-field', 320],
  ])('sends for --only %s what it judges, at most %i cases', async (only, most) => {
    const { cases } = await planned({ only });
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.length).toBeLessThanOrEqual(most);
  });

  it('repeats what failed', async () => {
    const cases = ['auth/missing-key/listCategories/none'];
    const plan = await planned({ rerun: { seed: 3, rules: ['auth/missing-key'], cases } });
    expect(plan.cases.map(({ id }) => id)).toEqual(cases);
    expect(plan.seed).toBe(3);
  });

  it('tries orders only when assumptions are asked for', async () => {
    const orders = (plan: PlanEvent) =>
      plan.cases.filter(({ operation }) => operation === 'createOrder').length;
    expect(orders(await planned())).toBeLessThan(5);
    expect(orders(await planned({ level: 'SHOULD' }))).toBeGreaterThan(20);
  });
});

describe('expected failures', () => {
  const broken: Parameters<typeof smallService>[0] = (answer) =>
    answer.status === 401 ? { ...answer, body: { ...answer.body, response_code: 401 } } : answer;
  const now = () => Date.parse('2026-03-01T12:00:00Z');

  it('do not fail the run, and say so', async () => {
    const expectedFailures = [{ rule: 'envelope/*', reason: 'mended in April', expires: '2026-04-30' }];
    const judged = await judge(broken, { expectedFailures, now });
    expect(judged.summary).toMatchObject({ exitCode: 0, failures: 0, notices: [] });
    expect(judged.summary.expectedFailures).toBeGreaterThan(0);
    expect(
      judged.failures.find(({ rule }) => rule.id === 'envelope/response-code')?.expectedFailure?.reason,
    ).toBe('mended in April');
  });

  it('count again when they are out of date, and are told when they pass', async () => {
    const expectedFailures = [
      { rule: 'envelope/response-code', reason: 'mended in February', expires: '2026-02-28' },
      { rule: 'categories/unique-ids', reason: 'mended long ago' },
    ];
    const judged = await judge(broken, { expectedFailures, now });
    expect(judged.summary.exitCode).toBe(1);
    expect(judged.summary.notices).toEqual([
      expect.stringContaining('envelope/response-code was accepted until 2026-02-28'),
      expect.stringContaining('categories/unique-ids did not fail: take it off'),
    ]);
  });
});
