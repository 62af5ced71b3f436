import { fromPointer } from '../../contract/json-pointer.js';
import type { Answer, Exchange } from '../../mock/exchange.js';
import type { ServedOperation } from '../../mock/served-operation.js';
import { faultKind } from '../../scenarios/faults/registry.js';

/**
 * What one exchange adds to a sandbox's coverage, as marks: `status OPERATION 404`, `scenario OPERATION NAME`,
 * `field OPERATION /box_dimension/0/length` (with a star for the index). Only what is not known yet is looked for, so that a busy sandbox costs little.
 */
export function coverageMarks(
  exchange: Exchange,
  answer: Answer,
  known: ReadonlySet<string>,
): readonly string[] {
  const { match, scenario, value } = exchange;
  if (match.kind !== 'operation') return none;
  const { served } = match;
  const { operation } = served;
  let marks: string[] | undefined;
  const add = (mark: string): void => {
    if (known.has(mark)) return;
    marks ??= [];
    marks.push(mark);
  };
  // A client can't know what the status would have been.
  if (!faultKind(scenario?.effect.fault?.kind)?.hidesStatus) add(statusMark(served, answer.status));
  for (const name of scenario?.applied.names ?? none) add(`scenario ${operation.id} ${name}`);
  if (value !== undefined && !served.fieldsMet.has(known)) {
    for (const mark of fieldsSent(served, value, known)) add(mark);
  }
  return marks ?? none;
}

/** A new text each time would have to be hashed each time. */
function statusMark({ operation, statusMarks }: ServedOperation, status: number): string {
  let mark = statusMarks.get(status);
  if (mark === undefined) {
    mark = `status ${operation.id} ${status}`;
    statusMarks.set(status, mark);
  }
  return mark;
}

function fieldsSent(
  { fields, fieldsMet }: ServedOperation,
  value: unknown,
  known: ReadonlySet<string>,
): string[] {
  const unknown = fields.filter(({ mark }) => !known.has(mark));
  if (unknown.length === 0) fieldsMet.add(known);
  return unknown.filter(({ segments }) => isSent(value, segments)).map(({ mark }) => mark);
}

const none: readonly string[] = [];

/** A field of the document's request body, with what says in a mark that it was sent. */
export interface CoveredField {
  /** JSON pointer with `*` for every element of an array. */
  readonly pointer: string;
  readonly mark: string;
  readonly segments: readonly string[];
}

export function coveredField(operationId: string, pointer: string): CoveredField {
  return { pointer, mark: `field ${operationId} ${pointer}`, segments: fromPointer(pointer) };
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
