import type { CaseDraft } from '../cases/case.js';
import type { Planner } from '../cases/planner.js';
import type { CompletedExchange } from '../target/exchange.js';
import type { CheckContext } from './check-context.js';

/** The actions of a probing rule. */
export interface Session {
  readonly planner: Planner;
  readonly context: CheckContext;
  /** Requests at most to find the rate limit with; 0 leaves it alone. */
  readonly probeRateLimit: number;
  /**
   * Sends a request at once, without waiting for the pacing, and lets every other rule check the response.
   *
   * @returns undefined when no response came, or the rule has sent as much as it may
   */
  readonly send: (draft: CaseDraft) => Promise<CompletedExchange | undefined>;
  /** Waits; false when the run would be over before that. */
  wait(ms: number): Promise<boolean>;
}
