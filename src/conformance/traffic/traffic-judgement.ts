import type { Level } from '../level.js';

/** The findings of one exchange; JSON can hold it, and nothing in it is a secret. */
export interface TrafficJudgement {
  readonly kind: 'operation' | 'unknown path' | 'wrong method' | 'elsewhere' | 'preflight';
  /** Id of the operation that was called. */
  readonly operation: string | null;
  readonly findings: readonly TrafficFinding[];
  /** Why the response could not be looked at in full, a phrase: `the body was not recorded`. */
  readonly notJudged: string | null;
}

export interface TrafficFinding {
  readonly about: 'request' | 'response';
  /** Id of the rule. */
  readonly rule: string;
  readonly title: string;
  readonly level: Level;
  /** FAIL where the level is the one that fails, or a stronger one. */
  readonly verdict: 'FAIL' | 'WARN';
  /** The actual result, as a phrase. */
  readonly actual: string;
  /** JSON pointer into the body; null where the whole message is meant. */
  readonly pointer: string | null;
}
