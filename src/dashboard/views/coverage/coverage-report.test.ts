import { describe, expect, it } from '@jest/globals';
import { mergeCoverage, sharesOf } from './coverage-report.js';
import type { CoverageReport } from './coverage-report.js';

const report = (met: '200' | '404', scenario: string, other: string): CoverageReport => ({
  operations: [
    {
      id: 'getOrder',
      seen: met === '404',
      statuses: { '200': met === '200', '404': met === '404', '500': false },
      undocumented: met === '200' ? [418] : [302],
      scenarios: [scenario],
      fields: { '/a': met === '200', '/b': false },
    },
  ],
  scenarios: { met: [scenario], notMet: [other, 'slow'] },
});

describe('coverage of several sandboxes', () => {
  it('is what any of them has met', () => {
    expect(mergeCoverage([report('200', 'flaky', 'drip'), report('404', 'drip', 'flaky')])).toEqual({
      operations: [
        {
          id: 'getOrder',
          seen: true,
          statuses: { '200': true, '404': true, '500': false },
          undocumented: [302, 418],
          scenarios: ['drip', 'flaky'],
          fields: { '/a': true, '/b': false },
        },
      ],
      scenarios: { met: ['drip', 'flaky'], notMet: ['slow'] },
    });
  });

  it('of none is none', () => {
    expect(mergeCoverage([])).toBeUndefined();
  });

  it('is counted', () => {
    expect(sharesOf(report('200', 'flaky', 'drip'))).toEqual({
      operations: { seen: 0, of: 1 },
      statuses: { seen: 1, of: 3 },
      errors: { seen: 0, of: 2 },
      fields: { seen: 1, of: 2 },
    });
  });
});
