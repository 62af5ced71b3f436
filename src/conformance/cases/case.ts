import type { Operation } from '../../contract/operations.js';
import type { Level } from '../level.js';
import type { RequestParts } from './request.js';

/** One request that is planned, and what is known of it before it is sent. */
export interface Case {
  /** Stable: rule, operation and detail, such as `requests/missing-field/getShippingRates/sender.zip_code`. */
  readonly id: string;
  /** The rule that planned it and judges its outcome. */
  readonly ruleId: string;
  /** What is sent, in words: "without sender.zip_code". */
  readonly title: string;
  /** The operation that is addressed; undefined for a path or method that the document doesn't have. */
  readonly operation: Operation | undefined;
  readonly request: RequestParts;
  /** The statuses that keep the rule. */
  readonly accept: readonly number[];
  /** How strongly the rule binds in this case. */
  readonly level: Level;
  /** How strongly everything else that is held against the answer binds (envelope, content type, no 5xx). */
  readonly answerLevel: Level;
  /** What is wrong with the body, when it is meant to be; judged only after the sent bytes prove it. */
  readonly problems: readonly BodyProblem[];
  /** Lower goes first, and stays when a budget cuts the plan. */
  readonly priority: number;
}

/** One thing that is wrong with a request body. */
export interface BodyProblem {
  /** JSON pointer of the place that is missing or wrong. */
  readonly pointer: string;
  /** Such as `box_dimension[0].weight`. */
  readonly field: string;
  /** Why it is wrong, such as "must be a number, got \"4\"". */
  readonly text: string;
  /** Where the document says so. */
  readonly documentPointer?: string | undefined;
  /** What was sent there; undefined where something is missing. */
  readonly value?: unknown;
}

/** A case as a rule writes it; the planner fills in the rest. */
export interface CaseDraft {
  /** Last part of the id; unique within rule and operation. */
  readonly detail: string;
  readonly title: string;
  readonly operation?: Operation | undefined;
  readonly request: RequestParts;
  readonly accept: readonly number[];
  readonly level?: Level;
  readonly answerLevel?: Level;
  readonly problems?: readonly BodyProblem[];
  readonly priority?: number;
}
