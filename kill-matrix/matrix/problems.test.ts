import { describe, expect, it } from 'vitest';
import { loadRules } from '../../src/conformance/rules/load-rules.js';
import { rulesWithoutSoleFault } from '../rules-without-sole-fault.js';
import { loadFaults } from '../variations/load-variations.js';
import type { Fault } from '../variations/variation.js';
import type { Result } from './check-server.js';
import { problemsOfLists, problemsOfResults } from './problems.js';
import type { Server } from './servers.js';

const fault = (id: string, found: Partial<Fault> = {}): Fault => ({
  ...{ id, topic: 'example', section: '7', title: `what ${id} breaks`, level: 'MUST' },
  ...{ apply: () => ({}), settings: {}, witness: [], rules: [], sole: false, ...found },
});
const foundBy = (finders: string | string[], id: string) => fault(id, { rules: [finders].flat() });
const foundOnlyBy = (rule: string, id: string) => fault(id, { rules: [rule], sole: true });
const rules = ['auth/missing-key', 'envelope/data'];
const reasons = { 'envelope/data': 'It shows in every response.' };
const sole = foundOnlyBy('auth/missing-key', 'open');

describe('the faults of the kill matrix', () => {
  it('name rules that exist, and each rule has a fault that it alone finds, or a reason for none', async () => {
    const ids = (await loadRules()).map(({ id }) => id);
    expect(problemsOfLists(await loadFaults(), { rules: ids, reasons: rulesWithoutSoleFault })).toEqual([]);
  });
});

describe('problemsOfLists', () => {
  it('says nothing when each rule has a sole fault or a reason', () => {
    expect(problemsOfLists([sole], { rules, reasons })).toEqual([]);
  });

  it('names a rule that has neither a sole fault nor a reason', () => {
    const shared = foundBy('envelope/data', 'empty');
    expect(problemsOfLists([sole, shared], { rules, reasons: {} })).toEqual([
      'rule envelope/data has no fault that it alone finds: write one with foundOnlyBy, or in rules-without-sole-fault.ts why there can be none',
    ]);
  });

  it('names a reason that is stale because the rule has a sole fault', () => {
    const more = foundOnlyBy('envelope/data', 'empty');
    expect(problemsOfLists([sole, more], { rules, reasons })).toEqual([
      'rules-without-sole-fault.ts has a reason for envelope/data, which alone finds empty: remove it',
    ]);
  });

  it('names a rule that does not exist, in a fault and in a reason', () => {
    const typo = foundBy('auth/mising-key', 'typo');
    const gone = { ...reasons, 'rates/gone': 'It is gone.' };
    expect(problemsOfLists([sole, typo], { rules, reasons: gone })).toEqual([
      'fault typo names auth/mising-key, which is no rule',
      'rules-without-sole-fault.ts names rates/gone, which is no rule',
    ]);
  });
});

describe('problemsOfResults', () => {
  const result = (broken: string[], exitCode: number | undefined = 1): Result => ({
    ...{ id: 'x', broken, exitCode, leaks: [], failures: [] },
    ...{ requests: 1, seconds: 1 },
  });
  const problems = (server: Server, found?: Result) =>
    problemsOfResults([server], new Map(found ? [[server.variation.id, found]] : []), reasons);
  const both = foundBy(['auth/missing-key', 'envelope/data'], 'both');

  it('says nothing about a fault that its rules find, and others too', () => {
    expect(problems({ kind: 'fault', variation: both }, result([...rules, 'envelope/errors']))).toEqual([]);
  });

  it('names fault and rule where a named rule does not find it', () => {
    expect(problems({ kind: 'fault', variation: both }, result(['auth/missing-key']))).toEqual([
      'fault both must be found by envelope/data, which does not fail (what both breaks)',
    ]);
  });

  it('accepts another rule for it where any rule may find a fault, but not none', () => {
    const server: Server = { kind: 'fault', variation: both };
    const quick = (broken: string[]) =>
      problemsOfResults([server], new Map([['both', result(broken)]]), {}, true);
    expect(quick(['auth/missing-key'])).toEqual([]);
    expect(quick([])).toHaveLength(2);
  });

  it('names a fault that makes more failures than one mistake should', () => {
    const failures = ['a', 'b', 'c', 'd'];
    expect(problems({ kind: 'fault', variation: both }, { ...result(rules), failures })).toEqual([
      'fault both is one, and makes 4 failures',
    ]);
  });

  it('names a fault that names no rule, with the rules that find it', () => {
    const idle = fault('idle');
    expect(problems({ kind: 'fault', variation: idle }, result(rules))).toEqual([
      'fault idle names no rule; a whole run breaks auth/missing-key, envelope/data: name one with foundBy',
    ]);
  });

  it('names the other rule where a fault is found by more than its one rule', () => {
    expect(problems({ kind: 'fault', variation: sole }, result(rules))).toEqual([
      'fault open may be found by auth/missing-key alone, and envelope/data fails too',
    ]);
  });

  it('names a reason that is stale because a whole run shows a fault that the rule alone finds', () => {
    const shown = foundBy('envelope/data', 'shown');
    const stale =
      'rules-without-sole-fault.ts has a reason for envelope/data, which alone finds shown: use foundOnlyBy';
    expect(problems({ kind: 'fault', variation: shown }, result(['envelope/data']))).toEqual([stale]);
    expect(
      problems({ kind: 'fault', variation: shown }, { ...result(['envelope/data']), exitCode: undefined }),
    ).toEqual([]);
  });

  it('names a variant that fails, and not one that is only warned about', () => {
    const variant: Server = { kind: 'variant', variation: fault('odd') };
    expect(problems(variant, result(['envelope/data'], 0))).toEqual([]);
    expect(problems(variant, result(['envelope/data']))).toEqual([
      'variant odd must pass and ends with exit code 1, breaking envelope/data',
    ]);
  });

  it('names the correct server when it breaks any rule, if only with a warning', () => {
    expect(problems({ kind: 'reference', variation: fault('correct') }, result(['http/answers'], 0))).toEqual(
      ['reference correct must pass and ends with exit code 0, breaking http/answers'],
    );
  });

  it.each(['fault', 'variant'] as const)('names the place where the reports of a %s show a key', (kind) => {
    const leaks = ['report html shows valid (base64) behind "x"'];
    const server = { kind, variation: both } as Server;
    const found = { ...result(kind === 'fault' ? rules : [], 0), leaks };
    expect(problems(server, found)).toEqual([`${kind} both: report html shows valid (base64) behind "x"`]);
  });

  it('names a server that was not run', () => {
    expect(problems({ kind: 'fault', variation: sole })).toEqual(['fault open was not run']);
  });
});
