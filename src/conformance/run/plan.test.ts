import { describe, expect, it } from 'vitest';
import type { PlanEvent } from '../events.js';
import { loadRules } from '../rules/load-rules.js';
import { runSuite } from '../testing/run-suite.js';
import { keys } from '../testing/small-service.js';
import type { VerifyOptions } from './options.js';

const planned = async (options: Partial<VerifyOptions> = {}) =>
  (await runSuite({ url: 'http://127.0.0.1:1', planOnly: true, ...options })).plan;

describe('the plan of verify', () => {
  const whole = planned();
  const requests = ({ cases }: PlanEvent) => cases.map(({ id, request }) => `${id} ${request?.body ?? ''}`);

  it('is the same for the same seed, differs for another, and contains no key', async () => {
    const [one, same, other] = [
      await planned({ seed: 7 }),
      await planned({ seed: 7 }),
      await planned({ seed: 8 }),
    ];
    expect(requests(one)).toEqual(requests(same));
    expect(requests(one)).not.toEqual(requests(other));
    expect(JSON.stringify(one)).not.toContain(keys.valid);
  });

  it('counts the valid requests beside invalid ones, which only some cases need, and the rules that send more', async () => {
    const { cases, controls = 0, probes } = await whole;
    const beside = cases.filter(({ hasControl }) => hasControl);
    expect(beside.map(({ rule }) => rule)).toContain('requests/later-elements');
    expect(beside.map(({ rule }) => rule)).not.toContain('requests/missing-field');
    const marked = (await loadRules()).filter(({ hasControls }) => hasControls).map(({ id }) => id);
    expect([...new Set(beside.map(({ rule }) => rule))].sort()).toEqual(marked.sort());
    expect(controls).toBeGreaterThan(0);
    expect(controls).toBeLessThan(beside.length);
    expect(probes).toBeGreaterThan(0);
    const { controls: none } = await planned({ only: 'auth/missing-key' });
    expect(none).toBe(0);
  });

  it('keeps the cases of highest priority within a budget', async () => {
    const plan = await planned({ budget: 30 });
    expect(plan.cases).toHaveLength(30);
    expect(plan.cut).toBeGreaterThan(300);
    expect(plan.cases[0]?.rule).toBe('requests/documented-examples');
  });

  it('tries every rule on each of its operations before it exhausts any rule', async () => {
    const { cases } = await whole;
    const rules = new Set(cases.map(({ rule }) => rule));
    expect(new Set(cases.slice(0, rules.size).map(({ rule }) => rule))).toEqual(rules);
    const missingKey = cases.filter(({ rule }) => rule === 'auth/missing-key').slice(0, 2);
    expect(missingKey.map(({ operation }) => operation)).toEqual(['listCategories', 'getShippingRates']);
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
  ])('is narrowed by only: %s', async (only, isNarrowed) => {
    expect(isNarrowed(await planned({ only }))).toBe(true);
  });

  it.each([
    ['categories/unique-ids', 70],
    ['rates/*', 260],
    ['auth/refusal-text', 340],
    ['http/allow-with-405', 150],
    ['errors/names-field', 450],
  ])('has for only: %s the cases that the rules check, at most %i', async (only, most) => {
    const { cases } = await planned({ only });
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.length).toBeLessThanOrEqual(most);
  });

  it('has only the failed cases of a rerun, with its seed', async () => {
    const cases = ['auth/missing-key/listCategories/none'];
    const report = { file: 'report.json', seed: 3, level: 'MUST', document: 'openapi.yaml' };
    const plan = await planned({ rerun: { ...report, rules: ['auth/missing-key'], cases } });
    expect(plan.cases.map(({ id }) => id)).toEqual(cases);
    expect(plan.seed).toBe(3);
  });

  it('creates orders only below level MUST, except for requests that name nothing to order', async () => {
    const orders = (plan: PlanEvent) => plan.cases.filter(({ operation }) => operation === 'createOrder');
    const bodies = orders(await whole).map(({ request }) => request?.body);
    expect(bodies.filter((body) => body?.includes('rate_id'))).toEqual([]);
    const below = orders(await planned({ level: 'SHOULD', allowWrites: true }));
    expect(below.length).toBeGreaterThan(bodies.length + 20);
  });
});
