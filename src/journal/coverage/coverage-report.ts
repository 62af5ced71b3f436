import type { components } from '../../contract/generated/control-api.js';
import { responseFor, type Operation } from '../../contract/operations.js';
import type { CoverageMarker } from './coverage-marks.js';
import { totalsOf } from './coverage-totals.js';

type Schemas = components['schemas'];

/** Coverage of the document by the tests of a client; scenarios that break the contract on purpose need not be met. */
export type CoverageReport = Omit<Schemas['Coverage'], 'sandbox'>;
export type OperationCoverage = Schemas['OperationCoverage'];
export type Share = Schemas['Share'];

/** The operations of a document and the scenarios for it, all of which can be covered. */
export interface Coverable {
  readonly operations: readonly CoverableOperation[];
  readonly scenarios: { list(): readonly { readonly name: string; readonly breaksContract: boolean }[] };
}

export interface CoverableOperation {
  readonly operation: Operation;
  readonly coverage: CoverageMarker;
}

/**
 * Compares what a sandbox has met with what the document has.
 *
 * @param marks as `CoverageMarker` makes them
 */
export function coverageReport(mock: Coverable, marks: ReadonlySet<string>): CoverageReport {
  const operations = mock.operations.map((served) => operationCoverage(served, marks));
  const met = new Set(operations.flatMap(({ scenarios }) => scenarios));
  const names = mock.scenarios.list().flatMap(({ name, breaksContract }) => (breaksContract ? [] : [name]));
  return {
    totals: totalsOf(operations),
    operations,
    scenarios: { met: [...met].sort(), notMet: names.filter((name) => !met.has(name)) },
  };
}

function operationCoverage(
  { operation, coverage }: CoverableOperation,
  marks: ReadonlySet<string>,
): OperationCoverage {
  const met = endingsOf(marks, `status ${operation.id} `)
    .filter((ending) => /^\d{3}$/.test(ending))
    .map(Number);
  const scenarios = endingsOf(marks, `scenario ${operation.id} `).filter((name) => !name.includes(' '));
  const keys = new Set(met.map((status) => documentedAs(operation, status)));
  return {
    id: operation.id,
    // A connection that a fault broke shows no status.
    seen: met.length > 0 || scenarios.length > 0,
    statuses: Object.fromEntries([...operation.responses.keys()].map((key) => [key, keys.has(key)])),
    undocumented: met.filter((status) => documentedAs(operation, status) === undefined).sort((a, b) => a - b),
    scenarios: scenarios.sort(),
    fields: Object.fromEntries(coverage.fields.map(({ pointer, mark }) => [pointer, marks.has(mark)])),
  };
}

/**
 * Returns the parts of marks behind a prefix; the id of an operation without operationId has a space, so marks can't be split
 * at spaces.
 */
function endingsOf(marks: ReadonlySet<string>, prefix: string): string[] {
  return [...marks].filter((mark) => mark.startsWith(prefix)).map((mark) => mark.slice(prefix.length));
}

/** Names the documented response that describes a status: exactly, by class, or by default. */
function documentedAs(operation: Operation, status: number): string | undefined {
  const response = responseFor(operation, status);
  return [...operation.responses].find(([, documented]) => documented === response)?.[0];
}
