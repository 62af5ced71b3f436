import type { Operation } from '../contract/operations.js';
import type { MaybePromise } from '../state/state.js';
import type { Answer, Exchange } from './exchange.js';
import type { CoveredField } from '../journal/coverage/coverage-marks.js';
import type { ParameterReader } from './routing/parameters.js';
import type { AcceptedBody } from './routing/request-body.js';

/** An operation with all that is known before the first request. */
export interface ServedOperation {
  readonly operation: Operation;
  /** Scopes that a key needs for it; empty where the document names none. */
  readonly scopes: readonly string[];
  readonly readParameters: ParameterReader | undefined;
  /** The body that it takes; undefined when it takes none, and then any body is ignored. */
  readonly body: AcceptedBody | undefined;
  /** The fields of the body, for coverage. */
  readonly fields: readonly CoveredField[];
  /** What coverage notes for a status, kept from when it was first answered. */
  readonly statusMarks: Map<number, string>;
  /** The coverages in which every one of the fields has been met. */
  readonly fieldsMet: WeakSet<ReadonlySet<string>>;
  /** Who answers: this package's own logic, or what the document alone can say. */
  readonly answeredBy: 'handler' | 'document';
  readonly answer: (exchange: Exchange) => MaybePromise<Answer>;
}
