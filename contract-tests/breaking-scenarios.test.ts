/** Every scenario that breaks the contract on purpose is caught by the suite, by the rule that it was made for. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { ConformanceEvent, SummaryEvent } from '../src/conformance/events.js';
import { verify } from '../src/index.js';
import { packageFile } from '../src/contract/package-root.js';
import { CliProcess } from '../src/testing/cli-process.js';

/** Scenario → the rules that must fail, MUST rules alone. */
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
  'broken-stack-trace': ['errors/nothing-leaks'],
  'broken-status-type': ['envelope/status-flag'],
  'broken-success-flag': ['envelope/status-flag'],
  'broken-timestamps': ['categories/timestamps'],
  'broken-validation-status': ['responses/documented-status', 'requests/invalid-value'],
};

/** Scenarios that leave all but one thing right: nothing but the rules named may fail. */
const nothingElse = Object.keys(caughtBy).filter((name) =>
  /content-type|field|null-list|numbers|response-code$|retry-hint|status-type|success-flag|timestamps/.test(
    name,
  ),
);

/** A suite waits as a 429 tells it; where every answer is one, two seconds show it. */
const maxTimeSeconds = (name: string) => (name === 'broken-retry-hint' ? 2 : 60);

async function judged(name: string): Promise<{ summary: SummaryEvent; failed: string[] }> {
  const mock = new CliProcess(['mock', '--port', '0', '--scenario', name]);
  try {
    const url = /ready at (\S+)/.exec(await mock.line(/ready at/))?.[1] ?? '';
    const keys = {
      key: 'dk_test_contract',
      expiredKey: 'dk_expired_contract',
      limitedKey: 'dk_limited_contract',
    };
    const events: ConformanceEvent[] = [];
    for await (const event of verify({ url, ...keys, maxTimeSeconds: maxTimeSeconds(name) }))
      events.push(event);
    const summary = events.at(-1);
    if (summary?.type !== 'summary') throw new Error('The run ended without a summary.');
    const broken = events.flatMap((event) => (event.type === 'failure' ? [event.failure] : []));
    const failed = broken.filter(({ verdict }) => verdict === 'FAIL').map(({ rule }) => rule.id);
    return { summary, failed: [...new Set(failed)].sort() };
  } finally {
    mock.child.kill('SIGTERM');
    await mock.finished;
  }
}

describe('a mock that breaks the contract', () => {
  it.each(Object.entries(caughtBy))('%s is caught', async (name, rules) => {
    const { summary, failed } = await judged(name);
    expect([summary.exitCode, summary.verdict]).toEqual([1, 'does not conform']);
    expect(failed).toEqual(expect.arrayContaining([...rules]));
    if (nothingElse.includes(name)) expect(failed).toEqual([...rules]);
  });

  it('is each scenario that says so, and no other', () => {
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
