import { describe, expect, it } from 'vitest';
import { fiveMistakes } from '../testing/five-mistakes.js';
import { loadRules } from '../rules/load-rules.js';
import { documentContract } from '../testing/document-contract.js';
import { runAgainstService, runSuite, type ServiceChange } from '../testing/run-suite.js';
import { todoKey, todoServer } from '../testing/todo-server.js';
import { category, keys, success, type SmallResponse } from '../testing/small-service.js';

const categories = success([category(1), category(2)]);
const { failures, summary } = await runAgainstService(fiveMistakes, {
  budget: 200,
  timeoutMs: 60_000,
});

describe('the causes of a server with five mistakes', () => {
  it('are five causes, each with the other rules that it breaks', () => {
    expect(
      failures.map(({ rule, pointer, alsoBroken }) => [
        rule.id,
        pointer,
        ...alsoBroken.map((other) => other.rule.id),
      ]),
    ).toEqual([
      ['envelope/response-code', '/response_code'],
      ['envelope/errors', '/errors'],
      ['rates/fields', '/data/0/shipping_charge'],
      ['http/json-content-type', null, 'http/valid-json'],
      ['categories/fields', '/data/0/updated_at'],
    ]);
    expect(summary).toMatchObject({ failures: 5, warnings: 0 });
  });

  it('name every place where they were seen', () => {
    const [code, , charge] = failures;
    expect(code?.seen).toMatchObject({
      operations: ['listCategories', 'getShippingRates', 'createOrder', 'getOrder'],
      outside: false,
    });
    expect(code?.seen.statuses).toEqual([200, 400, 401, 403, 405]);
    expect(charge?.seen).toMatchObject({ operations: ['getShippingRates'], statuses: [200] });
    expect(charge?.seen.cases).toBeGreaterThan(20);
  });

  it('describe in words how values differ that look alike', () => {
    expect(failures[0]).toMatchObject({
      expected: [expect.stringMatching(/^"\d+" \(a text\)$/)],
      actual: expect.stringContaining('(a number) in a response'),
    });
    expect(failures[2]?.actual).toMatch(/must be a number, got "[\d.]+" \(a text\)$/);
  });

  it('are the same in every run with the same seed, whatever the order of the responses', async () => {
    const [one, other] = [await run({ concurrency: 1 }), await run({ concurrency: 16 })];
    expect(one.map(shown)).toEqual(other.map(shown));
  });
});

const run = async (options: { concurrency: number }) =>
  (await runAgainstService(fiveMistakes, { budget: 60, timeoutMs: 60_000, ...options })).failures;

const shown = ({ rule, actual, pointer, title, cases, seen, alsoBroken }: (typeof failures)[number]) => ({
  ...{ rule, actual, pointer, title, cases, seen, alsoBroken },
});

it('a field that a server of another document does not check is one cause, whatever the requests were about', async () => {
  const judging = ['requests/wrong-type', 'resources/invalid-requests'];
  const rules = await loadRules();
  // It looks at the title alone.
  const server = await todoServer(false);
  const { failures: found } = await runSuite({
    ...{ url: server.url, contract: await documentContract('todo'), key: todoKey },
    ...{ rules: rules.filter(({ id }) => judging.includes(id)), allowWrites: true },
  });
  await server.close();
  expect(found.map(({ rule, alsoBroken }) => [rule.id, ...alsoBroken.map((other) => other.rule.id)])).toEqual(
    [['requests/wrong-type', 'requests/wrong-type', 'resources/invalid-requests']],
  );
});

describe('the causes of a server that does not check keys', () => {
  const openTo =
    (isAdmitted: (key: string) => boolean): ServiceChange =>
    (response, { request }) => {
      const [, key = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
      const isList = request.url === '/categories' && request.method === 'GET';
      return isList && response.status === 401 && isAdmitted(key) ? categories : response;
    };
  const broken = async (change: ServiceChange) =>
    (await runAgainstService(change, { only: 'auth/*', timeoutMs: 60_000 })).failures
      .filter(({ verdict }) => verdict === 'FAIL')
      .map(({ rule, alsoBroken }) => [rule.id, ...alsoBroken.map((other) => other.rule.id)]);

  it('are one cause, shown by a key that was never issued', async () => {
    expect(await broken(openTo((key) => key !== ''))).toEqual([
      ['auth/unknown-key', 'auth/altered-key', 'auth/expired-key', 'auth/other-scheme'],
    ]);
  });

  it('are one cause where keys are not checked now and then', async () => {
    const seen = new Map<string, number>();
    const firstTime = (key: string): boolean => {
      const times = (seen.get(key) ?? 0) + 1;
      seen.set(key, times);
      return times % 4 === 1;
    };
    expect(await broken(openTo(firstTime))).toEqual([
      expect.arrayContaining([
        'auth/missing-key',
        'auth/unknown-key',
        'auth/other-scheme',
        'auth/side-doors',
      ]),
    ]);
  });

  it('are several where such a key is refused', async () => {
    expect(await broken(openTo((key) => key === keys.expired || key === keys.valid.toUpperCase()))).toEqual([
      ['auth/altered-key'],
      ['auth/expired-key'],
    ]);
  });
});

it('a server that repeats its first answer has one cause, whatever it should have refused', async () => {
  let first: SmallResponse | undefined;
  const repeated: ServiceChange = (response, { request }) => {
    if (request.url !== '/get-shipping-rates' || ![200, 400, 415].includes(response.status)) return response;
    if (response.status === 200) first ??= response;
    return first ?? response;
  };
  const { failures: found } = await runAgainstService(repeated, { only: 'requests/*', timeoutMs: 60_000 });
  const served = found.filter(({ verdict, actual }) => verdict === 'FAIL' && actual === 'status 200');
  expect(served).toHaveLength(1);
  expect(served[0]?.alsoBroken.map(({ rule }) => rule.id)).toContain('requests/other-media-type');
});

it('a server that refuses whatever it refuses with one status has one cause', async () => {
  const refusal: ServiceChange = (response) =>
    [401, 403, 404].includes(response.status) ? { ...response, status: 400 } : response;
  const ids = ['auth/unknown-key', 'auth/limited-key', 'routing/unknown-path'];
  const rules = (await loadRules()).filter(({ id }) => ids.includes(id));
  const { failures: found } = await runAgainstService(refusal, { rules, timeoutMs: 60_000 });
  const refused = found.filter(({ verdict, actual }) => verdict === 'FAIL' && actual === 'status 400');
  expect(refused.map(({ alsoBroken }) => alsoBroken.length)).toEqual([2]);
});
