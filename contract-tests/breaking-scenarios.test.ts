/** The suite catches every scenario that breaks the contract on purpose, by the rule that it was made for. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { brokenRules, type SummaryEvent } from '../src/conformance/events.js';
import { packageFile } from '../src/contract/package-root.js';
import { checkTarget } from './testing/check-target.js';
import { mockUnderTest } from './testing/target-under-test.js';

/** Scenario → the MUST rules that must fail. */
const caughtBy: Record<string, readonly string[]> = {
  'broken-content-type': ['http/json-content-type'],
  'broken-duplicate-ids': ['categories/unique-ids', 'rates/unique-ids'],
  'broken-empty-body': ['http/valid-json'],
  'broken-empty-errors': ['envelope/errors', 'errors/one-string-per-problem'],
  'broken-envelope': ['envelope/object'],
  'broken-errors-object': ['envelope/errors'],
  'broken-field-names': ['categories/fields', 'rates/fields'],
  'broken-html-error': ['http/json-content-type', 'http/valid-json', 'responses/documented-status'],
  'broken-missing-field': ['categories/fields', 'rates/fields'],
  'broken-null-data': ['envelope/data'],
  'broken-null-list': ['envelope/data'],
  'broken-numbers': ['rates/fields'],
  'broken-response-code': ['envelope/response-code'],
  'broken-response-code-mismatch': ['envelope/response-code'],
  'broken-retry-hint': ['limits/says-when-to-retry'],
  'broken-stack-trace': ['responses/no-server-error'],
  'broken-status-type': ['envelope/status-flag'],
  'broken-success-flag': ['envelope/status-flag'],
  'broken-timestamps': ['categories/timestamps'],
  'broken-validation-status': ['responses/documented-status', 'requests/invalid-value'],
};

/** Scenarios that break one thing only, so that no other rule may fail. */
const nothingElse = Object.keys(caughtBy).filter((name) =>
  /content-type|field|null-list|numbers|response-code$|retry-hint|status-type|success-flag|timestamps/.test(
    name,
  ),
);

/** Cases enough for each scenario to show, and for a false alarm of another rule; the kill matrix has whole runs. */
const budget = 60;

const mock = await mockUnderTest(['--quota', 'off']);
afterAll(() => mock.close());

async function check(name: string): Promise<{ summary: SummaryEvent; failed: string[]; warned: string[] }> {
  const headers = { 'X-Mock-Scenario': name };
  const { failures, summary } = await checkTarget(mock, {
    headers,
    budget,
    maxTimeSeconds: 120,
  });
  const rulesOf = (verdict: string) => {
    const ids = failures.filter((failure) => failure.verdict === verdict).flatMap(brokenRules);
    return [...new Set(ids.map(({ id }) => id))].sort();
  };
  return { summary, failed: rulesOf('FAIL'), warned: rulesOf('WARN') };
}

describe('the suite fails the rules that', () => {
  it.each(Object.entries(caughtBy))('the scenario %s breaks', async (name, rules) => {
    const { summary, failed } = await check(name);
    expect([summary.exitCode, summary.verdict]).toEqual([1, 'does not conform']);
    expect(failed).toEqual(expect.arrayContaining([...rules]));
    if (nothingElse.includes(name)) expect(failed).toEqual([...rules]);
  });
});

describe('the suite warns', () => {
  it('of a stack trace, which no sentence of the specification forbids', async () => {
    const { failed, warned } = await check('broken-stack-trace');
    expect(failed).not.toContain('errors/nothing-leaks');
    expect(warned).toContain('errors/nothing-leaks');
  });
});

describe('the scenarios that the suite must catch', () => {
  it('are those that say that they break the contract', () => {
    const folder = packageFile('scenarios');
    const breaking = readdirSync(folder).filter((file) => {
      if (!file.endsWith('.yaml')) return false;
      const { breaksContract } = parse(readFileSync(packageFile('scenarios', file), 'utf8')) as {
        breaksContract?: boolean;
      };
      return breaksContract === true;
    });
    expect(breaking.map((file) => file.replace('.yaml', '')).sort()).toEqual(Object.keys(caughtBy));
  });
});
