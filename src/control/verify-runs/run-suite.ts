/** Runs the contract suite for the control API; whoever starts the server provides it. */

/** The order for a run. Keys are in it alone, for as long as it runs. */
export interface SuiteOrder {
  /** The base address of the target. */
  readonly url: string;
  /** Addresses of its host name: nothing else is connected to, whatever a name server says later. */
  readonly addresses: readonly ResolvedAddress[];
  readonly key?: string | undefined;
  readonly expiredKey?: string | undefined;
  readonly limitedKey?: string | undefined;
  /** Glob over rules, cases and operations. */
  readonly only?: string | undefined;
  /** Send also what may change data on the target. */
  readonly allowWrites: boolean;
  readonly maxTimeSeconds: number;
}

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Run progress: its cases, those that are done by their verdict. */
export interface RunProgress {
  /** Cases that were sent or skipped, and all of them; 0 of 0 until there is a plan. */
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly warned: number;
  readonly passed: number;
  /** Skipped, not applicable, or not to be checked. */
  readonly notJudged: number;
  /** Rules that were broken so far, the strongest and most often broken first. */
  readonly brokenRules: readonly RunRule[];
}

export interface RunRule {
  readonly rule: string;
  readonly title: string;
  readonly level: 'MUST' | 'SHOULD' | 'ASSUMED';
  /** Cases that break it. */
  readonly cases: number;
}

/** Events of a run; none of it contains a key. */
export type SuiteNews =
  | ({ readonly type: 'progress' } & RunProgress)
  /** The JSON report; the last. */
  | { readonly type: 'report'; readonly report: unknown };

/** Runs the suite against a target. @throws Error with one sentence where the run can't begin */
export type RunSuite = (order: SuiteOrder, signal: AbortSignal) => AsyncIterable<SuiteNews>;
