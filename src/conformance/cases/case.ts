import type { ParameterObject } from '../../contract/openapi.js';
import type { Located, Operation } from '../../contract/operations.js';
import type { StatedContract } from '../document/stated-contract.js';
import type { Level } from '../level.js';
import type { RequestParts } from './request.js';

/** One planned request, and what is known about it before it is sent. */
export interface Case {
  /** Stable, and safe to print: rule, operation and detail, such as `requests/missing-field/lendBook/reader.name`. */
  readonly id: string;
  /** The rule that planned it; empty for a request that no rule planned. */
  readonly ruleId: string;
  /** The request in words: "without sender.zip_code"; safe to print. */
  readonly title: string;
  /** The operation that is called; undefined for a path or method that the document doesn't have. */
  readonly operation: Operation | undefined;
  readonly request: RequestParts;
  /** The statuses that pass. */
  readonly accept: readonly number[];
  /** The level of the rule in this case. */
  readonly level: Level;
  /** The level of all other rules about the response (envelope, content type, no 5xx). */
  readonly responseLevel: Level;
  /** Deliberate problems of the body. The response is checked only once the sent bytes prove it. */
  readonly problems: readonly BodyProblem[];
  /** JSON pointers of values in the body that are unusual on purpose: they are sent as they are. */
  readonly unusual?: readonly string[];
  /**
   * The body of the same shape without the problems, where other requests don't show that the target accepts that shape. A target
   * that rejects it too is not judged by what it says of the problems.
   */
  readonly control?: unknown;
  /** The parameter that is wrong on purpose, checked in the same way. */
  readonly parameter?: Located<ParameterObject> | undefined;
  /** True if a server that ignores key and body may carry it out with effect. Sent only when the run may write. */
  readonly writes: boolean;
  /** Among the first cases of all rules, and again among the second, lower goes first and survives a budget. */
  readonly priority: number;
  /** Cases of the same name are sent side by side, once all others are done. */
  readonly together?: string | undefined;
  /** Sent at the end of the run, one after the other by its number, which keeps to one connection. */
  readonly turn?: number | undefined;
  /** True where it is sent before anything else, because what is sent before it may change what it gets. */
  readonly first?: boolean | undefined;
  /** True where a conflict with what exists is an answer: it repeats a request on purpose. */
  readonly repeats?: boolean | undefined;
}

/** A case of no rule, so that only observing rules check it. */
export function observedCase(
  stated: StatedContract,
  operation: Operation | undefined,
  request: Pick<Case, 'id' | 'title' | 'request'>,
): Case {
  const level = stated.levelOf(operation);
  const plan = { ruleId: '', accept: [], problems: [], writes: false, priority: 0 };
  return { ...request, ...plan, operation, level, responseLevel: level };
}

/** One thing that is wrong with a request body. */
export interface BodyProblem {
  /** JSON pointer of what is missing or wrong. */
  readonly pointer: string;
  /** Such as `box_dimension[0].weight`. */
  readonly field: string;
  /** Why it is wrong, such as "must be a number, got \"4\"". */
  readonly text: string;
  /** JSON pointer of the constraint in the document. */
  readonly documentPointer?: string | undefined;
  /** True if it stands for as many problems as a server may find, such as one in each of many elements. */
  readonly isRepeated?: true;
  /** The value that was sent there; undefined where something is missing. */
  readonly value?: unknown;
}

/** A case as a rule writes it; the plan fills in the rest. */
export interface CaseDraft
  extends
    Pick<Case, 'title' | 'request' | 'accept'>,
    Partial<Omit<Case, 'id' | 'ruleId' | 'writes' | 'title' | 'request' | 'accept'>> {
  /** Last part of the id; unique within rule and operation. */
  readonly detail: string;
  /** Set where a method that writes finds nothing to change, whatever the server gets wrong. */
  readonly harmless?: boolean;
}
