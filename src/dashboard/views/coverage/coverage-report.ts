/** Coverage as the control API reports it. */
export interface CoverageReport {
  readonly operations: readonly OperationCoverage[];
  readonly scenarios: { readonly met: readonly string[]; readonly notMet: readonly string[] };
}

export interface OperationCoverage {
  readonly id: string;
  readonly seen: boolean;
  /** By status as the document writes it. */
  readonly statuses: Readonly<Record<string, boolean>>;
  /** Received statuses that the document does not have. */
  readonly undocumented: readonly number[];
  readonly scenarios: readonly string[];
  /** By JSON pointer into the request body, with `*` for every element of an array. */
  readonly fields: Readonly<Record<string, boolean>>;
}

/** The combined coverage of several sandboxes of one mock; undefined for none. */
export function mergeCoverage(reports: readonly CoverageReport[]): CoverageReport | undefined {
  const [first, ...others] = reports;
  if (!first) return undefined;
  return others.reduce(mergeTwo, first);
}

function mergeTwo(one: CoverageReport, other: CoverageReport): CoverageReport {
  const others = new Map(other.operations.map((operation) => [operation.id, operation]));
  const met = union(one.scenarios.met, other.scenarios.met);
  const all = union(met, [...one.scenarios.notMet, ...other.scenarios.notMet]);
  return {
    operations: one.operations.map((operation) => {
      const also = others.get(operation.id);
      return also === undefined ? operation : mergeOperation(operation, also);
    }),
    scenarios: { met, notMet: all.filter((name) => !met.includes(name)) },
  };
}

function mergeOperation(one: OperationCoverage, other: OperationCoverage): OperationCoverage {
  return {
    id: one.id,
    seen: one.seen || other.seen,
    statuses: either(one.statuses, other.statuses),
    undocumented: [...new Set([...one.undocumented, ...other.undocumented])].sort((a, b) => a - b),
    scenarios: union(one.scenarios, other.scenarios),
    fields: either(one.fields, other.fields),
  };
}

function either(one: Readonly<Record<string, boolean>>, other: Readonly<Record<string, boolean>>) {
  return Object.fromEntries(Object.entries(one).map(([name, seen]) => [name, seen || other[name] === true]));
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])].sort();
}

/** A covered share. */
export interface Share {
  readonly seen: number;
  readonly of: number;
}

/** Shares of operations, of their statuses, of the errors among those, and of request fields. */
export function sharesOf({
  operations,
}: CoverageReport): Readonly<Record<'operations' | 'statuses' | 'errors' | 'fields', Share>> {
  const statuses = operations.flatMap((operation) => Object.entries(operation.statuses));
  return {
    operations: share(operations.map(({ seen }) => seen)),
    statuses: share(statuses.map(([, seen]) => seen)),
    errors: share(statuses.filter(([status]) => /^[45]/.test(status)).map(([, seen]) => seen)),
    fields: share(operations.flatMap(({ fields }) => Object.values(fields))),
  };
}

function share(all: readonly boolean[]): Share {
  return { seen: all.filter(Boolean).length, of: all.length };
}
