import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import { loadRules } from '../rules/load-rules.js';
import type { Rerun } from './options.js';
import { readRerun } from './rerun.js';
import { verify } from './verify.js';

const [contract, rules] = [await loadShippingContract(), await loadRules()];

const failed = (verdict: string, id: string, cases: string[]) => ({ rule: { id }, verdict, cases });

describe('readRerun', () => {
  it('reads the document and level of the report, and the rules and cases that failed, without warnings', () => {
    const report = {
      format: 'drydock-report',
      formatVersion: 1,
      seed: 5,
      level: 'SHOULD',
      document: '/home/a/openapi.yaml',
      failures: [
        failed('FAIL', 'a/b', ['x', 'y#429']),
        failed('FAIL', 'a/b', ['x']),
        failed('WARN', 'c/d', ['z']),
      ],
    };
    const file = temporaryFile('report', JSON.stringify(report));
    expect(readRerun(file)).toEqual({
      file,
      seed: 5,
      level: 'SHOULD',
      document: '/home/a/openapi.yaml',
      rules: ['a/b'],
      cases: ['x', 'y'],
    });
  });

  const header = '"format": "drydock-report", "formatVersion": 1';

  it.each([
    ['of other JSON', '{}', /is not a JSON report/],
    ['of text', 'text', /is not a JSON report: .*not valid JSON/],
    ['without content', ' ', /is empty$/],
    ['of failures without rules', `{${header}, "failures": [{}]}`, /is not a JSON report/],
    ['without failures', `{${header}, "failures": []}`, /has no failure to repeat$/],
  ])('refuses a file %s', (_, content, message) => {
    expect(() => readRerun(temporaryFile('report', content))).toThrow(message);
  });
});

describe('verify with rerun', () => {
  const report = {
    file: 'r.json',
    seed: 1,
    level: 'MUST',
    document: 'x/openapi.yaml',
    rules: ['auth/missing-key'],
  };
  const planOf = (rerun: Rerun, spec = contract) =>
    verify({ url: 'http://127.0.0.1:9', key: 'k', contract: spec, rules, rerun, planOnly: true }).next();
  const cases = ['auth/missing-key/listCategories/none', 'preflight/listCategories/0'];

  it('repeats the cases of a report, including those sent before the plan', async () => {
    expect((await planOf({ ...report, cases })).value).toMatchObject({ cases: [{ id: cases[0] }] });
  });

  it.each<[string, Partial<Rerun>, string]>([
    [
      'a case',
      { cases: ['auth/missing-key/listCategories/nonne'] },
      'the case auth/missing-key/listCategories/nonne, which this run does not have (did you mean auth/missing-key/listCategories/none?)',
    ],
    [
      'a rule',
      { rules: ['auth/mising-key'], cases },
      'the rule auth/mising-key, which this run does not have (did you mean auth/missing-key?)',
    ],
    [
      'a case that only another level plans',
      { cases: ['zzz'], level: 'SHOULD' },
      '(its level is SHOULD, not MUST)',
    ],
    [
      'a case of another document',
      { cases: ['zzz'], document: '/a/petstore.yaml' },
      '(it is about another document, /a/petstore.yaml)',
    ],
    [
      'a case that needs a key',
      { cases: ['auth/expired-key/listCategories/expired'] },
      'no expired key was given (expiredKey)',
    ],
  ])('refuses a report with %s that the run does not have, and sends nothing', async (_, part, text) => {
    await expect(planOf({ ...report, cases, ...part })).rejects.toMatchObject({
      name: 'OptionError',
      message: expect.stringContaining(text) as unknown,
    });
  });
});
