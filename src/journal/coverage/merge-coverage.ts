import type { CoverageReport, OperationCoverage } from './coverage-report.js';
import { totalsOf } from './coverage-totals.js';

/** The coverage of two sandboxes of the same mock together. */
export function mergeCoverage(one: CoverageReport, other: CoverageReport): CoverageReport {
  const others = new Map(other.operations.map((operation) => [operation.id, operation]));
  const operations = one.operations.map((operation) => mergeOperation(operation, others.get(operation.id)));
  const met = union(one.scenarios.met, other.scenarios.met);
  return {
    totals: totalsOf(operations),
    operations,
    scenarios: { met, notMet: one.scenarios.notMet.filter((name) => !met.includes(name)) },
  };
}

function mergeOperation(one: OperationCoverage, other: OperationCoverage | undefined): OperationCoverage {
  if (!other) return one;
  return {
    id: one.id,
    seen: one.seen || other.seen,
    statuses: either(one.statuses, other.statuses),
    undocumented: [...new Set([...one.undocumented, ...other.undocumented])].sort((a, b) => a - b),
    scenarios: union(one.scenarios, other.scenarios),
    fields: either(one.fields, other.fields),
  };
}

function either(
  one: Readonly<Record<string, boolean>>,
  other: Readonly<Record<string, boolean>>,
): Record<string, boolean> {
  return Object.fromEntries(Object.entries(one).map(([name, seen]) => [name, seen || other[name] === true]));
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])].sort();
}
