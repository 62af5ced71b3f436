import type { Coverage } from '../types.js';

type Operation = Coverage['operations'][number];

/** The coverage of two sandboxes of the same mock together. */
export function mergeCoverage(one: Coverage, other: Coverage): Coverage {
  const others = new Map(other.operations.map((operation) => [operation.id, operation]));
  const operations = one.operations.map((operation) => mergeOperation(operation, others.get(operation.id)));
  const met = union(one.scenarios.met, other.scenarios.met);
  return {
    totals: totalsOf(operations),
    operations,
    scenarios: { met, notMet: one.scenarios.notMet.filter((name) => !met.includes(name)) },
  };
}

function mergeOperation(one: Operation, other: Operation | undefined): Operation {
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

function totalsOf(operations: readonly Operation[]): Coverage['totals'] {
  const statuses = operations.flatMap((operation) => Object.entries(operation.statuses));
  return {
    operations: share(operations.map(({ seen }) => seen)),
    statuses: share(statuses.map(([, seen]) => seen)),
    errors: share(statuses.filter(([status]) => /^[45]/.test(status)).map(([, seen]) => seen)),
    fields: share(operations.flatMap(({ fields }) => Object.values(fields))),
  };
}

/** As the server counts: the percentage is cut and not rounded, so that 100 means all. */
function share(all: readonly boolean[]): Coverage['totals']['fields'] {
  const of = all.length;
  const seen = all.filter(Boolean).length;
  return { seen, of, percent: of === 0 ? 100 : Math.floor((seen * 1000) / of) / 10 };
}
