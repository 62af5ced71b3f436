import type { QuotedPart } from '../document/quotation.js';
import type { Level } from '../level.js';

/**
 * What a rule says where another document than this service's is checked. The service's specification says nothing there: a
 * rule rests on a standard, or on that document, which each failure quotes.
 */
export interface InOtherDocuments {
  readonly title?: string;
  /** Weaker, where other documents don't state what this service's does. */
  readonly level?: Level;
  /** Of the standard that the rule rests on, with its sentence; without both it rests on the document. */
  readonly section?: string;
  readonly sentence?: string;
  readonly expected?: readonly string[];
  /** The part of an operation that a failure quotes where it names no constraint; the whole operation otherwise. */
  readonly quotes?: QuotedPart;
}
