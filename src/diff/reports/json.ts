import type { Comparison } from '../diff-documents.js';

/** The report for programs, by `diff-report.schema.json`. */
export function write(comparison: Comparison): string {
  return `${JSON.stringify({ format: 1, ...comparison }, null, 2)}\n`;
}
