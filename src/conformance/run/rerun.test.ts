import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readExpectedFailures } from './expected-failures.js';
import { readRerun } from './rerun.js';

function fileWith(content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'drydock-')), 'file');
  writeFileSync(file, content);
  return file;
}

const failed = (verdict: string, id: string, cases: string[]) => ({ rule: { id }, verdict, cases });

describe('a report to repeat', () => {
  it('gives the failures, without warnings, and the seed', () => {
    const report = {
      format: 'drydock-report',
      formatVersion: 1,
      seed: 5,
      failures: [
        failed('FAIL', 'a/b', ['x', 'y#429']),
        failed('FAIL', 'a/b', ['x']),
        failed('WARN', 'c/d', ['z']),
      ],
    };
    expect(readRerun(fileWith(JSON.stringify(report)))).toEqual({
      seed: 5,
      rules: ['a/b'],
      cases: ['x', 'y'],
    });
  });

  it.each([
    ['another JSON', '{}', /is not a JSON report of drydock verify/],
    ['no JSON', 'text', /Failed to read the report/],
  ])('is refused: %s', (_, content, message) => {
    expect(() => readRerun(fileWith(content))).toThrow(message);
  });
});

describe('a list of expected failures', () => {
  it('is read from YAML or JSON', () => {
    const entry = { rule: 'rates/*', reason: 'known', expires: '2026-12-31' };
    expect(readExpectedFailures(fileWith(JSON.stringify([entry])))).toEqual([entry]);
    expect(
      readExpectedFailures(fileWith('- rule: rates/*\n  reason: known\n  expires: 2026-12-31\n')),
    ).toEqual([entry]);
  });

  it.each([
    ['no list', '{}', /must be a list/],
    ['no reason', '- rule: a/b', /entry 1: "reason" must be a text/],
    ['a bad date', '- {rule: a/b, reason: x, expires: soon}', /"expires" must be a date such as 2026-12-31/],
    ['an unknown field', '- {rule: a/b, reason: x, until: soon}', /unknown field "until"/],
  ])('is refused: %s', (_, content, message) => {
    expect(() => readExpectedFailures(fileWith(content))).toThrow(message);
  });
});
