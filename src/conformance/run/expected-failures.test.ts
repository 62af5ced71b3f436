import { describe, expect, it } from 'vitest';
import { runAgainstService, type ServiceChange } from '../testing/run-suite.js';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { readExpectedFailures } from './expected-failures.js';

describe('readExpectedFailures', () => {
  it('reads YAML and JSON', () => {
    const entry = { rule: 'rates/*', reason: 'known', expires: '2026-12-31' };
    expect(readExpectedFailures(temporaryFile('report', JSON.stringify([entry])))).toEqual([entry]);
    expect(
      readExpectedFailures(
        temporaryFile('report', '- rule: rates/*\n  reason: known\n  expires: 2026-12-31\n'),
      ),
    ).toEqual([entry]);
  });

  it.each([
    ['a file without a list', '{}', /must be a list/],
    ['an entry without a reason', '- rule: a/b', /entry 1: "reason" must be a text/],
    ['a bad date', '- {rule: a/b, reason: x, expires: soon}', /"expires" must be a date such as 2026-12-31/],
    ['a month 21', '- {rule: a/b, reason: x, expires: 2026-21-05}', /"expires" must be a date/],
    ['a 30 February', '- {rule: a/b, reason: x, expires: 2026-02-30}', /"expires" must be a date/],
    ['an unknown field', '- {rule: a/b, reason: x, until: soon}', /unknown field "until"/],
  ])('refuses %s', (_, content, message) => {
    expect(() => readExpectedFailures(temporaryFile('report', content))).toThrow(message);
  });
});

describe('expected failures', () => {
  const broken: ServiceChange = (response) =>
    response.status === 401 ? { ...response, body: { ...response.body, response_code: 401 } } : response;
  const options = { now: () => Date.parse('2026-03-01T12:00:00Z'), budget: 150 };

  it('are reported with their reason and do not fail the run', async () => {
    const expectedFailures = [{ rule: 'envelope/*', reason: 'fixed in April', expires: '2026-04-30' }];
    const run = await runAgainstService(broken, { expectedFailures, ...options });
    const failing = run.failures.filter(({ verdict }) => verdict === 'FAIL');
    const unexpected = failing.filter(({ expectedFailure }) => expectedFailure === null);
    expect(unexpected.map(({ rule, actual }) => [rule.id, actual])).toEqual([]);
    expect(run.summary).toMatchObject({ exitCode: 0, failures: 0, notices: [] });
    expect(run.summary.expectedFailures).toBeGreaterThan(0);
    expect(
      run.failures.find(({ rule }) => rule.id === 'envelope/response-code')?.expectedFailure?.reason,
    ).toBe('fixed in April');
  });

  it.each([
    [
      { rule: 'envelope/dat', reason: 'known' },
      'the rule "envelope/dat", which there is not. Did you mean envelope/data?',
    ],
    [
      { rule: 'envelope/*', operation: 'listCategory', reason: 'known' },
      'the operation "listCategory", which there is not. Did you mean listCategories?',
    ],
  ])('are refused where they name what there is not: %j', async (entry, sentence) => {
    await expect(runAgainstService(broken, { expectedFailures: [entry] })).rejects.toThrow(sentence);
  });

  it('fail the run again once they have expired, and are listed in a notice when they pass', async () => {
    const expectedFailures = [
      { rule: 'envelope/response-code', reason: 'fixed in February', expires: '2026-02-28' },
      { rule: 'categories/unique-ids', reason: 'fixed long ago' },
    ];
    const run = await runAgainstService(broken, { expectedFailures, ...options });
    expect(run.summary.exitCode).toBe(1);
    expect(run.summary.notices).toEqual([
      expect.stringContaining('envelope/response-code was accepted until 2026-02-28'),
      expect.stringContaining('categories/unique-ids did not fail: take it off'),
    ]);
  });

  it('stay on the list after a run that could not send all, whatever passed until then', async () => {
    const interrupted = new AbortController();
    const { summary } = await runAgainstService(
      (response, { number }) => {
        if (number === 40) interrupted.abort();
        return response;
      },
      { expectedFailures: [{ rule: 'envelope/*', reason: 'known' }], signal: interrupted.signal },
    );
    expect(summary.rules.find(({ rule }) => rule.id === 'envelope/data')?.judged).toBeGreaterThan(0);
    expect(summary.notices.join(' ')).not.toMatch('take it off');
  });
});
