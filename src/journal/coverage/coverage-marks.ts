import { fromPointer } from '../../contract/json-pointer.js';
import type { NewJournalEntry } from '../journal-entry.js';

/** What coverage needs to know of an operation, and keeps between its exchanges. */
export interface CoveredOperation {
  /** The fields of its request body. */
  readonly fields: readonly CoveredField[];
  /** The mark of each status, kept since it was first seen: a text made anew would have to be hashed anew. */
  readonly statusMarks: Map<number, string>;
  /** The sets of marks that have every one of the fields. */
  readonly fieldsMet: WeakSet<ReadonlySet<string>>;
}

/** A field of the document's request body, and the mark that says it was sent. */
export interface CoveredField {
  /** JSON pointer with `*` for every element of an array. */
  readonly pointer: string;
  readonly mark: string;
  readonly segments: readonly string[];
}

export function coveredField(operationId: string, pointer: string): CoveredField {
  return { pointer, mark: `field ${operationId} ${pointer}`, segments: fromPointer(pointer) };
}

/**
 * What one exchange adds to a sandbox's coverage, as marks: `status OPERATION 404`, `scenario OPERATION NAME`,
 * `field OPERATION /box_dimension/0/length` (with a star for the index). Only what is not known yet is looked for, so that
 * a busy sandbox costs little.
 *
 * @param body the parsed request body; undefined where there is none
 */
export function coverageMarks(
  covered: CoveredOperation,
  { operation = '', response, scenario }: NewJournalEntry,
  body: unknown,
  known: ReadonlySet<string>,
): readonly string[] {
  let marks: string[] | undefined;
  const add = (mark: string): void => {
    if (known.has(mark)) return;
    marks ??= [];
    marks.push(mark);
  };
  if (!hidesStatus.has(scenario?.fault)) add(statusMark(covered, operation, response.status));
  for (const name of scenario?.names ?? none) add(`scenario ${operation} ${name}`);
  if (body !== undefined && !covered.fieldsMet.has(known)) {
    for (const mark of fieldsSent(covered, body, known)) add(mark);
  }
  return marks ?? none;
}

const none: readonly string[] = [];

/** Faults after which a client can't know what the status would have been. */
const hidesStatus: ReadonlySet<string | undefined> = new Set(['reset', 'close', 'never-answer', 'garbage']);

function statusMark({ statusMarks }: CoveredOperation, operation: string, status: number): string {
  let mark = statusMarks.get(status);
  if (mark === undefined) {
    mark = `status ${operation} ${status}`;
    statusMarks.set(status, mark);
  }
  return mark;
}

function fieldsSent(
  { fields, fieldsMet }: CoveredOperation,
  body: unknown,
  known: ReadonlySet<string>,
): string[] {
  const unknown = fields.filter(({ mark }) => !known.has(mark));
  if (unknown.length === 0) fieldsMet.add(known);
  return unknown.filter(({ segments }) => isSent(body, segments)).map(({ mark }) => mark);
}

function isSent(value: unknown, segments: readonly string[], from = 0): boolean {
  const segment = segments[from];
  if (segment === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null) return false;
  if (segment === '*')
    return Array.isArray(value) && value.some((element) => isSent(element, segments, from + 1));
  return (
    Object.hasOwn(value, segment) && isSent((value as Record<string, unknown>)[segment], segments, from + 1)
  );
}
