import type { CoverageReport, Share } from './coverage-report.js';

/** Least percentages, 0 to 100; what is left out has none. */
export interface CoverageThresholds {
  readonly minOperations?: number | undefined;
  readonly minStatuses?: number | undefined;
  readonly minErrors?: number | undefined;
  readonly minFields?: number | undefined;
}

/** A sentence for each total that is below its threshold; empty when none is. */
export function belowThresholds({ totals }: CoverageReport, thresholds: CoverageThresholds): string[] {
  const { minOperations, minStatuses, minErrors, minFields } = thresholds;
  return [
    ...below('operations', totals.operations, minOperations),
    ...below('statuses', totals.statuses, minStatuses),
    ...below('errors', totals.errors, minErrors),
    ...below('request fields', totals.fields, minFields),
  ];
}

function below(what: string, { seen, of, percent }: Share, least: number | undefined): string[] {
  // The percentage is cut for people; the whole numbers decide.
  if (least === undefined || of === 0 || seen * 100 >= least * of) return [];
  return [`Only ${percent}% of the ${what} were met (${seen} of ${of}); at least ${least}% is asked for.`];
}
