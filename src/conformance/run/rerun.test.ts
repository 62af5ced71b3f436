import { describe, expect, it } from '@jest/globals';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { readRerun } from './rerun.js';

const failed = (verdict: string, id: string, cases: string[]) => ({ rule: { id }, verdict, cases });

describe('readRerun', () => {
  it('reads the seed, and the rules and cases that failed, without warnings', () => {
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
    expect(readRerun(temporaryFile('report', JSON.stringify(report)))).toEqual({
      seed: 5,
      rules: ['a/b'],
      cases: ['x', 'y'],
    });
  });

  it.each([
    ['other JSON', '{}', /is not a JSON report/],
    ['text', 'text', /Failed to read the report/],
  ])('refuses a file of %s', (_, content, message) => {
    expect(() => readRerun(temporaryFile('report', content))).toThrow(message);
  });
});
