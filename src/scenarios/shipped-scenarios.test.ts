import { beforeAll, describe, expect, it } from 'vitest';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { responseBodyValidator, type Contract } from '../contract/contract.js';
import { examplesOf, jsonMediaType, responseFor, type Operation } from '../contract/operations.js';
import { applyPatches } from './apply-patches.js';
import { loadShippingContract, shippingScenarios } from '../shipping/shipping-service.js';
import { loadScenarios, type LoadResult } from './files/load-scenarios.js';
import { effectOf } from './plan-effect.js';
import type { Effect, ForcedAnswer, Scenario } from './scenario.js';

let contract: Contract;
let loaded: LoadResult;
beforeAll(async () => {
  contract = await loadShippingContract();
  loaded = loadScenarios(shippingScenarios, contract);
});

const names = readdirSync(shippingScenarios)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.slice(0, -'.yaml'.length));

/** The effects on the first three calls of each operation. */
function effectsOf(scenario: Scenario): { operation: Operation; effect: Effect }[] {
  return contract.operations
    .filter(({ id }) => scenario.operations.has(id))
    .flatMap((operation) =>
      [1, 2, 3].flatMap((call) => {
        const effect = effectOf(scenario, call, { operationId: operation.id }, () => 0);
        return effect ? [{ operation, effect }] : [];
      }),
    );
}

/** The documented examples of success after the patches, as answers. */
function patchedExamples(operation: Operation, effect: Effect): ForcedAnswer[] {
  return [...operation.responses].flatMap(([code, { value }]) => {
    const media = value.content?.[jsonMediaType(value.content) ?? ''];
    if (!code.startsWith('2') || !media) return [];
    return [...examplesOf(contract.document, media).values()].map((example) => ({
      status: Number(code),
      headers: {},
      content: { mediaType: 'application/json', body: { json: applyPatches(example, effect.patches) } },
    }));
  });
}

function isValid(operation: Operation, answer: ForcedAnswer): boolean {
  if (!answer.content || !('json' in answer.content.body)) return false;
  const { mediaType, body } = answer.content;
  return responseBodyValidator(contract, operation, answer.status, mediaType)?.(body.json) ?? false;
}

function verdicts(name: string): boolean[] {
  return effectsOf(loaded.scenarios.get(name)!).flatMap(({ operation, effect }) => {
    const answers = effect.answer ? [effect.answer] : patchedExamples(operation, effect);
    return answers
      .filter(({ status }) => name.startsWith('broken-') || responseFor(operation, status))
      .map((answer) => isValid(operation, answer));
  });
}

/** Scenarios that break the contract in a way that the document's schemas can't express. */
const unseenBySchema = [
  'broken-content-type',
  'broken-duplicate-ids',
  'broken-retry-hint',
  'broken-stack-trace',
];

describe('the scenarios that ship', () => {
  it('all load', () => {
    expect(loaded.problems).toEqual([]);
    expect([...loaded.scenarios.keys()].sort()).toEqual([...names].sort());
  });

  it.each(names)('%s is completed by editors and advises', (name) => {
    const source = readFileSync(join(shippingScenarios, `${name}.yaml`), 'utf8');
    expect(source).toMatch(/^# yaml-language-server: \$schema=\.\/scenario\.schema\.json\n/);
    const scenario = loaded.scenarios.get(name)!;
    expect(scenario.title.length).toBeLessThanOrEqual(90);
    expect(scenario.advice).toMatch(/\.$/);
    expect(scenario.breaksContract).toBe(name.startsWith('broken-'));
    expect(effectsOf(scenario).length).toBeGreaterThan(0);
  });

  it.each(names.filter((name) => !name.startsWith('broken-')))('%s keeps the contract', (name) => {
    expect(verdicts(name)).not.toContain(false);
  });

  it.each(names.filter((name) => name.startsWith('broken-')))('%s breaks the contract', (name) => {
    if (unseenBySchema.includes(name)) expect(verdicts(name)).not.toContain(false);
    else expect(verdicts(name)).toContain(false);
  });
});

describe('what each is named after', () => {
  const first = (name: string, operationId: string, call = 1) =>
    effectOf(loaded.scenarios.get(name)!, call, { operationId }, () => 0);
  const bodyOf = (effect: Effect | undefined) => {
    const body = effect?.answer?.content?.body;
    return body && 'json' in body ? body.json : undefined;
  };

  it.each([
    ['bad-request', 400],
    ['unauthorized', 401],
    ['expired-key', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['server-error', 500],
    ['flaky', 500],
    ['rate-limited-twice', 429],
    ['intermittent', 500],
    ['bad-gateway', 502],
    ['unavailable', 503],
    ['gateway-timeout', 504],
    ['request-timeout', 408],
    ['unprocessable', 422],
  ])('%s answers %i on every operation', (name, status) => {
    for (const { id } of contract.operations) expect(first(name, id)?.answer?.status).toBe(status);
  });

  it('is right for each operation', () => {
    expect(bodyOf(first('not-found', 'getOrder'))).toMatchObject({ message: 'Order not found' });
    expect(bodyOf(first('bad-request', 'getShippingRates'))).toMatchObject({
      errors: ['weight must be greater than 0, got 0'],
    });
    expect(bodyOf(first('expired-key', 'listCategories'))).toMatchObject({
      errors: ['Authentication failed: the key has expired'],
    });
  });

  it('rate-limited spends the quota; rate-limited-twice says the same wait in header and message', () => {
    expect(first('rate-limited', 'getOrder')?.spendQuota).toBe(true);
    const answer = first('rate-limited-twice', 'getOrder', 2);
    expect(answer?.answer?.headers['Retry-After']).toBe('1');
    expect(bodyOf(answer)).toMatchObject({ message: 'Rate limit exceeded. Retry after 1 seconds' });
    expect(first('rate-limited-twice', 'getOrder', 3)).toBeUndefined();
  });

  it('flaky is 500, 500, then normal and stays so', () => {
    const course = [1, 2, 3, 4, 100].map((call) => first('flaky', 'getOrder', call)?.answer?.status);
    expect(course).toEqual([500, 500, undefined, undefined, undefined]);
  });

  it.each([
    ['empty-categories', 'listCategories', 0],
    ['no-couriers', 'getShippingRates', 0],
    ['one-courier', 'getShippingRates', 1],
    ['many-couriers', 'getShippingRates', 60],
  ])('%s leaves %s with %i', (name, operationId, count) => {
    const operation = contract.operations.find(({ id }) => id === operationId)!;
    const [example] = patchedExamples(operation, first(name, operationId)!);
    const body = example?.content?.body;
    expect(body && 'json' in body && (body.json as { data: unknown[] }).data).toHaveLength(count);
  });
});
