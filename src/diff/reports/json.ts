import type { Comparison } from '../diff-documents.js';
import type { DiffReportSettings } from './diff-report.js';

/** The report for programs, as `diff-report.schema.json` describes it. */
export function write(comparison: Comparison, { version }: DiffReportSettings): string {
  const report = { format: 'drydock-diff', formatVersion: 1, drydock: version, ...comparison };
  return `${JSON.stringify(report, null, 2)}\n`;
}
