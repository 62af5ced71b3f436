import { fromPointer } from '../../contract/json-pointer.js';
import type { AppliedScenario } from '../journal-entry.js';

/** The facts of an operation's exchange that coverage counts. */
export interface CoveredExchange {
  /** Undefined where a fault of the connection hid it from the client. */
  readonly status: number | undefined;
  readonly scenario: AppliedScenario | undefined;
  /** The parsed request body; undefined without one that the document describes. */
  readonly body: unknown;
}

/** A field of the document's request body, with the mark that says that it was sent. */
export interface CoveredField {
  /** JSON pointer with `*` for every element of an array. */
  readonly pointer: string;
  readonly mark: string;
  readonly segments: readonly string[];
}

/**
 * Collects what exchanges of one operation add to a sandbox's coverage, as marks: `status OPERATION 404`, `scenario OPERATION NAME`,
 * `field OPERATION /box_dimension/0/length` (with a star for the index). Only what is not known yet is looked for, so that a
 * busy sandbox costs little.
 */
export class CoverageMarker {
  private listed: readonly CoveredField[] | undefined;
  /** The mark of each status, cached: a new text would have to be hashed each time. */
  private readonly statusMarks = new Map<number, string>();
  /** The coverages in which every one of the fields has been seen. */
  private readonly complete = new WeakSet<ReadonlySet<string>>();

  /** @param pointers lists JSON pointers into the request body, with `*` for every element of an array; called when first needed */
  constructor(
    private readonly operationId: string,
    private readonly pointers: () => readonly string[],
  ) {}

  get fields(): readonly CoveredField[] {
    this.listed ??= this.pointers().map((pointer) => ({
      pointer,
      mark: `field ${this.operationId} ${pointer}`,
      segments: fromPointer(pointer),
    }));
    return this.listed;
  }

  /** The marks of an exchange that are not among the known ones. */
  marks({ status, scenario, body }: CoveredExchange, known: ReadonlySet<string>): readonly string[] {
    let marks: string[] | undefined;
    const add = (mark: string): void => {
      if (!known.has(mark)) (marks ??= []).push(mark);
    };
    if (status !== undefined) add(this.statusMark(status));
    for (const name of scenario?.names ?? none) add(`scenario ${this.operationId} ${name}`);
    if (body !== undefined && !this.complete.has(known)) {
      for (const mark of this.fieldsSent(body, known)) add(mark);
    }
    return marks ?? none;
  }

  private statusMark(status: number): string {
    let mark = this.statusMarks.get(status);
    if (mark === undefined) {
      mark = `status ${this.operationId} ${status}`;
      this.statusMarks.set(status, mark);
    }
    return mark;
  }

  private fieldsSent(body: unknown, known: ReadonlySet<string>): string[] {
    const unknown = this.fields.filter(({ mark }) => !known.has(mark));
    if (unknown.length === 0) this.complete.add(known);
    return unknown.filter(({ segments }) => isSent(body, segments)).map(({ mark }) => mark);
  }
}

const none: readonly string[] = [];

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
