import type { Level, Verdict } from './level.js';

/**
 * What a run tells while it goes on, in this order: one `plan`, a `case` for each request that was judged, a `failure` for
 * each broken rule, one `summary`. Every text is safe to print; no key is in any of them.
 */
export type ConformanceEvent = PlanEvent | CaseEvent | FailureEvent | SummaryEvent;

export interface PlanEvent {
  readonly type: 'plan';
  readonly target: string;
  readonly document: string;
  readonly seed: number;
  readonly level: Level;
  readonly rules: readonly RuleInfo[];
  readonly cases: readonly PlannedCase[];
  /** Cases that the budget left out. */
  readonly cut: number;
}

export interface RuleInfo {
  readonly id: string;
  readonly topic: string;
  readonly title: string;
  readonly level: Level;
  readonly section: string;
  readonly sentence: string;
  readonly expected: readonly string[];
  readonly scope: 'any' | 'service';
}

export interface PlannedCase {
  readonly id: string;
  readonly rule: string;
  readonly title: string;
  readonly operation: string | null;
  readonly level: Level;
  readonly request: RequestEvidence;
  readonly accept: readonly number[];
}

/** A request with its keys cut to their first characters. */
export interface RequestEvidence {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly curl: string;
}

export interface CaseEvent {
  readonly type: 'case';
  readonly id: string;
  readonly title: string;
  readonly operation: string | null;
  /** HTTP status, or null where there was no answer. */
  readonly status: number | null;
  readonly milliseconds: number | null;
  /** The worst verdict of all rules that judged it. */
  readonly verdict: Verdict;
  /** Rules that it breaks. */
  readonly broken: readonly string[];
  readonly reason: string | null;
  readonly done: number;
  readonly total: number;
}

/** A broken rule, with the smallest request that shows it. */
export interface Failure {
  readonly rule: RuleInfo;
  readonly verdict: 'FAIL' | 'WARN';
  readonly level: Level;
  readonly operation: string | null;
  /** It did not break again when the request was repeated. */
  readonly flaky: boolean;
  /** What was sent, in words. */
  readonly title: string;
  readonly sent: RequestEvidence;
  readonly answer: ResponseEvidence | null;
  /** Why there is no answer. */
  readonly noAnswer: string | null;
  /** Every outcome that would have been right. */
  readonly expected: readonly string[];
  readonly actual: string;
  /** Where in the answer's body. */
  readonly pointer: string | null;
  /** What was wrong with the request, when that is the point. */
  readonly problems: readonly string[];
  readonly document: { readonly file: string; readonly pointer: string; readonly line: number } | null;
  /** Every case that breaks the rule in this way. */
  readonly cases: readonly string[];
  /** Set when the failure is on the list of expected ones. */
  readonly expectedFailure: { readonly reason: string; readonly expires: string | null } | null;
}

export interface ResponseEvidence {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface FailureEvent {
  readonly type: 'failure';
  readonly failure: Failure;
}

export interface RuleResult {
  readonly rule: RuleInfo;
  readonly verdict: Verdict;
  /** Answers that the rule judged. */
  readonly judged: number;
  readonly broken: number;
  readonly reason: string | null;
}

export interface OperationResult {
  readonly operation: string;
  readonly cases: number;
  readonly failed: number;
  readonly warned: number;
  readonly skipped: number;
}

export interface SummaryEvent {
  readonly type: 'summary';
  /** 0 conforms, 1 a rule is broken at the chosen level, 3 the target could not be judged. */
  readonly exitCode: 0 | 1 | 3;
  readonly verdict: 'conforms' | 'does not conform' | 'could not be judged';
  /** Why the target could not be judged, one sentence. */
  readonly couldNotJudge: string | null;
  readonly rules: readonly RuleResult[];
  readonly operations: readonly OperationResult[];
  readonly failures: number;
  readonly warnings: number;
  readonly expectedFailures: number;
  /** Entries of the expected failures that passed, or are out of date; sentences. */
  readonly notices: readonly string[];
  readonly cases: number;
  /** Cases that were planned and not sent. */
  readonly notSent: number;
  readonly requests: number;
  readonly seconds: number;
}
