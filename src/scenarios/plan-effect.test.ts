import { beforeAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadShippingContract } from '../shipping/shipping-service.js';
import type { Contract } from '../contract/contract.js';
import { loadScenarios } from './files/load-scenarios.js';
import { countsCalls, effectOf, looksAtBody, matches } from './plan-effect.js';
import type { Scenario } from './scenario.js';
import { seededRandom } from '../contract/seeded-random.js';

let contract: Contract;
beforeAll(async () => {
  contract = await loadShippingContract();
});

function scenario(lines: string): Scenario {
  const folder = mkdtempSync(join(tmpdir(), 'scenarios-'));
  writeFileSync(join(folder, 'sample.yaml'), `title: T\nadvice: A\n${lines}`);
  const { scenarios, problems } = loadScenarios(folder, contract);
  rmSync(folder, { recursive: true });
  expect(problems).toEqual([]);
  return scenarios.get('sample')!;
}

const facts = (body?: unknown, headers: Record<string, string> = {}) => ({
  operationId: 'getOrder',
  header: (name: string) => headers[name],
  body: () => body,
});

/** Status, delay or label of the first calls; `-` for a normal answer. */
function course(
  lines: string,
  calls: number,
  what: 'status' | 'label' | 'delay' = 'status',
): (string | number)[] {
  const sample = scenario(lines);
  return Array.from({ length: calls }, (_, index) => {
    const effect = effectOf(sample, index + 1, facts(), seededRandom(7, 'box', 'tried', index + 1));
    if (!effect) return '-';
    if (what === 'delay') return effect.delayMs;
    return what === 'label' ? effect.stepLabel : (effect.answer?.status ?? 'late');
  });
}

const twoSteps =
  'steps:\n  - times: 2\n    answer: {status: 500}\n  - normal\n  - delay: 1s\n    label: tired\n';

describe('on which calls it happens', () => {
  it.each([
    ['always', 'answer: {status: 500}', ['500', '500', '500']],
    ['the first two', 'when: {first: 2}\nanswer: {status: 500}', ['500', '500', '-', '-']],
    ['the third', 'when: {call: 3}\nanswer: {status: 500}', ['-', '-', '500', '-']],
    [
      'the second and the fourth',
      'when: {call: [2, 4]}\nanswer: {status: 500}',
      ['-', '500', '-', '500', '-'],
    ],
    ['every third', 'when: {every: 3}\nanswer: {status: 500}', ['-', '-', '500', '-', '-', '500']],
    ['a sequence, then normal', twoSteps, ['500', '500', '-', 'late', '-', '-']],
    ['a sequence that holds', `${twoSteps}atEnd: hold`, ['500', '500', '-', 'late', 'late', 'late']],
    [
      'a sequence that loops',
      `${twoSteps}atEnd: loop`,
      ['500', '500', '-', 'late', '500', '500', '-', 'late', '500'],
    ],
  ])('%s', (_what, lines, expected) => {
    expect(course(lines, expected.length).map(String)).toEqual(expected);
  });

  it('names the step', () => {
    expect(course(twoSteps, 5, 'label')).toEqual([
      'step 1 of 4',
      'step 2 of 4',
      '-',
      'tired (step 4 of 4)',
      '-',
    ]);
    expect(course('when: {first: 2}\ndelay: 1s', 3, 'label')).toEqual(['call 1 of 2', 'call 2 of 2', '-']);
  });

  it('with a probability: the same calls every time for a seed', () => {
    const lines = 'when: {probability: 0.3}\nanswer: {status: 500}';
    const hits = course(lines, 40).flatMap((status, index) => (status === '-' ? [] : [index + 1]));
    expect(hits).toEqual(frozenHits);
  });
});

/** Frozen: another list would mean that recorded runs no longer repeat. */
const frozenHits = [1, 2, 3, 7, 8, 10, 16, 17, 18, 20, 27, 29, 30, 34, 36, 37, 39, 40];

describe('delays', () => {
  it('fixed', () => {
    expect(course('delay: 1.5s', 2, 'delay')).toEqual([1500, 1500]);
  });

  it('in a range', () => {
    const waits = course('delay: 200ms..2s', 500, 'delay').map(Number);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(200);
    expect(Math.min(...waits)).toBeLessThan(260);
    expect(Math.max(...waits)).toBeLessThanOrEqual(2000);
    expect(Math.max(...waits)).toBeGreaterThan(1940);
  });

  it('lognormal: half below the median, none above the maximum', () => {
    const waits = course('delay: {median: 300ms, sigma: 0.8, max: 900ms}', 2000, 'delay').map(Number);
    const share = (test: (ms: number) => boolean) => waits.filter(test).length / waits.length;
    expect(share((ms) => ms < 300)).toBeCloseTo(0.5, 1);
    // One sigma below the median lie 16 %: 300 ms / e^0.8.
    expect(share((ms) => ms < 135)).toBeCloseTo(0.16, 1);
    expect(Math.max(...waits)).toBe(900);
  });
});

describe('which requests match', () => {
  it.each([
    [
      'equal header',
      'headers:\n    X-Tenant: {equals: acme}',
      facts(undefined, { 'x-tenant': 'acme' }),
      true,
    ],
    [
      'another header',
      'headers:\n    X-Tenant: {equals: acme}',
      facts(undefined, { 'x-tenant': 'other' }),
      false,
    ],
    ['no header', 'headers:\n    X-Tenant: {equals: acme}', facts(), false],
    ['header that must be missing', 'headers:\n    X-Tenant: {exists: false}', facts(), true],
    [
      'header pattern',
      'headers:\n    X-Tenant: {pattern: ^ac}',
      facts(undefined, { 'x-tenant': 'acme' }),
      true,
    ],
    ['equal number', 'body:\n    /weight: {equals: 5}', facts({ weight: 5 }), true],
    ['number as text', 'body:\n    /weight: {equals: 5}', facts({ weight: '5' }), false],
    ['object', 'body:\n    /a: {equals: {b: [1]}}', facts({ a: { b: [1] } }), true],
    ['deep place', 'body:\n    /boxes/1/weight: {exists: true}', facts({ boxes: [{}, { weight: 0 }] }), true],
    ['null is there', 'body:\n    /a: {exists: true}', facts({ a: null }), true],
    ['pattern of no text', 'body:\n    /a: {pattern: "5"}', facts({ a: 5 }), false],
    ['no body', 'body:\n    /a: {exists: true}', facts(), false],
    ['inherited names', 'body:\n    /constructor: {exists: true}', facts({}), false],
  ])('%s', (_what, match, request, expected) => {
    expect(matches(scenario(`match:\n  ${match}\ndelay: 1s`), request)).toBe(expected);
  });

  it('must match all conditions and the operation', () => {
    const sample = scenario(
      'operations: [getOrder]\nmatch:\n  headers:\n    a: {exists: true}\n  body:\n    /b: {exists: true}\ndelay: 1s',
    );
    expect(looksAtBody(sample)).toBe(true);
    expect(matches(sample, facts({ b: 1 }, { a: '' }))).toBe(true);
    expect(matches(sample, facts({ b: 1 }))).toBe(false);
    expect(matches(sample, facts({}, { a: '' }))).toBe(false);
    expect(matches(sample, { ...facts({ b: 1 }, { a: '' }), operationId: 'createOrder' })).toBe(false);
  });

  it('does not read the body when no condition needs it', () => {
    const sample = scenario('delay: 1s');
    const body = () => {
      throw new Error('read');
    };
    expect(looksAtBody(sample)).toBe(false);
    expect(matches(sample, { ...facts(), body })).toBe(true);
  });
});

describe('countsCalls', () => {
  it.each([
    ['delay: 1s', false],
    ['delay: 1s..2s', true],
    ['when: {first: 1}\ndelay: 1s', true],
    ['steps: [{delay: 1s}]\natEnd: hold', true],
  ])('%j: %s', (lines, expected) => {
    expect(countsCalls(scenario(lines))).toBe(expected);
  });
});

it('an effect carries everything that its step says', () => {
  const sample = scenario(
    'answer: {status: 404, message: Gone, headers: {X-A: "1"}}\nheaders: {set: {X-B: "2"}, remove: [Date]}\ndelay: 5ms\nfault: {kind: truncated-body, keep: 0.25}',
  );
  expect(effectOf(sample, 1, facts(), () => 0)).toEqual({
    answer: {
      status: 404,
      headers: { 'X-A': '1' },
      content: {
        mediaType: 'application/json',
        body: { json: { status: false, message: 'Gone', data: [], errors: ['Gone'], response_code: '404' } },
      },
    },
    patches: [],
    headers: [
      { name: 'Date', value: undefined },
      { name: 'X-B', value: '2' },
    ],
    delayMs: 5,
    spendQuota: false,
    fault: { kind: 'truncated-body', keep: 0.25 },
    stepLabel: '',
  });
});
