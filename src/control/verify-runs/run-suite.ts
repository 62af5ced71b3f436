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

/** A cause of broken rules, in a line. */
export interface RunFinding {
  readonly rule: string;
  readonly title: string;
  readonly verdict: string;
  readonly operation: string | null;
}

/** Events of a run; none of it contains a key. */
export type SuiteNews =
  | { readonly type: 'progress'; readonly done: number; readonly total: number; readonly failed: number }
  | { readonly type: 'finding'; readonly finding: RunFinding }
  /** The JSON report; the last. */
  | { readonly type: 'report'; readonly report: unknown };

/** Runs the suite against a target. @throws Error with one sentence where the run can't begin */
export type RunSuite = (order: SuiteOrder, signal: AbortSignal) => AsyncIterable<SuiteNews>;
