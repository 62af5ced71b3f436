/** Coverage as a witness: it knows which operations, statuses and fields clients met, and no values. */
import { statSync } from 'node:fs';
import { readBoundedFile } from '../../contract/files/read-bounded-file.js';
import { toPointer } from '../../contract/json-pointer.js';
import { isObject } from '../../contract/schema/json-equal.js';
import type { CoverageReport } from '../../journal/coverage/coverage-report.js';
import type { Change, Locus } from '../change.js';

/** The output of `drydock coverage --json`. */
export interface CoverageFile {
  readonly name: string;
  readonly operations: CoverageReport['operations'];
}

/** A larger file is a HAR with that ending. */
const maxBytes = 16 * 1024 * 1024;

/** The coverage in a file; undefined where it holds something else. */
export function readCoverage(file: string, name: string): CoverageFile | undefined {
  if (!/\.json$/i.test(file) || statSync(file).size > maxBytes) return undefined;
  try {
    const report: unknown = JSON.parse(readBoundedFile(file, { maxBytes }));
    const isCoverage = isObject(report) && isObject(report.totals) && Array.isArray(report.operations);
    return isCoverage ? { name, operations: report.operations as CoverageReport['operations'] } : undefined;
  } catch {
    return undefined;
  }
}

/** Kinds of changes that who reached the place has met, whatever the values. */
const certain: ReadonlySet<Change['kind']> = new Set([
  ...(['operation-removed', 'property-removed', 'property-refused', 'success-status-removed'] as const),
]);

/** The files that prove a change to be met. */
export function shownBy(files: readonly CoverageFile[], change: Change): string[] {
  if (!certain.has(change.kind)) return [];
  return files.filter((file) => reaches(file, change)).map(({ name }) => name);
}

/** Tells whether clients reached the place of a breaking change, where that does not prove it to be met. */
export function isReachedBy(files: readonly CoverageFile[], change: Change): boolean {
  return (
    change.effect === 'breaking' && !certain.has(change.kind) && files.some((file) => reaches(file, change))
  );
}

function reaches({ operations }: CoverageFile, { at }: Change): boolean {
  return at.some((locus) => {
    const covered = operations.find(({ id }) => id === locus.operation.id);
    return covered?.seen === true && reachesPart(covered, locus);
  });
}

function reachesPart(
  { statuses, fields }: CoverageReport['operations'][number],
  { part, path }: Locus,
): boolean {
  if ('status' in part) return statuses[part.status] === true;
  if (part.kind !== 'request body') return true;
  return fields[toPointer(path)] ?? true;
}
