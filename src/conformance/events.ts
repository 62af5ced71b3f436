import type { Level, Verdict } from './level.js';

/**
 * The events of a run, in this order: one `plan`, a `case` for each case that was sent or skipped, between them a `slowed` where
 * the target's 429s prolong the run, a `failure` for each cause of broken rules, one `summary`. Every text is safe to print, and none contains a key.
 */
export type ConformanceEvent = PlanEvent | CaseEvent | SlowedEvent | FailureEvent | SummaryEvent;

export interface PlanEvent {
  /** Always the first event. */
  readonly type: 'plan';
  /** The base address that requests go to. */
  readonly target: string;
  /** The OpenAPI document, a file's path or a URL. */
  readonly document: string;
  /** Values are generated from it: a run with the same seed sends the same requests. */
  readonly seed: number;
  /** The weakest level that fails the run. */
  readonly level: Level;
  /** Every rule that is checked. */
  readonly rules: readonly RuleInfo[];
  /** The cases in the order in which they are sent. */
  readonly cases: readonly PlannedCase[];
  /** Number of cases that may change data on the target. */
  readonly writes: number;
  /** Number of further cases that would, and are left out. */
  readonly withheld: number;
  /** Number of cases that the budget left out. */
  readonly cut: number;
  /** True if the document has still more; their number is unknown. */
  readonly more: boolean;
  /** The parts of the document of which no cases could be made, sentences; absent where there are none. */
  readonly untried?: readonly string[];
  /** Number of valid requests that are sent beside invalid ones, at most; absent from a run that sends what it plans. */
  readonly controls?: number;
  /** Number of rules that send further requests, each depending on earlier responses; absent like `controls`. */
  readonly probes?: number;
  /** Seconds that the cases take at the given rate, at least; null without one. */
  readonly seconds: number | null;
  /** Set where nothing is sent: how many exchanges of others are judged. */
  readonly exchanges?: number;
}

export interface RuleInfo {
  readonly id: string;
  readonly topic: string;
  readonly title: string;
  readonly level: Level;
  readonly section: string;
  readonly sentence: string;
  readonly expected: readonly string[];
  readonly scope: 'any' | 'service' | 'other';
}

export interface PlannedCase {
  readonly id: string;
  readonly rule: string;
  readonly title: string;
  readonly operation: string | null;
  readonly level: Level;
  readonly method: string;
  /** Made when it is first read; absent where the run is in another thread. */
  readonly request?: RequestEvidence;
  readonly accept: readonly number[];
  /** Set where a valid request of the same shape is sent as well before the case fails. */
  readonly hasControl?: true;
}

/** A request as it may be shown: of its keys only the first characters. */
export interface RequestEvidence {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly curl: string;
}

export interface CaseEvent {
  /** One for each case that was sent or skipped. */
  readonly type: 'case';
  /** Such as `requests/documented-examples/listBooks/valid`; the same in every run with the same seed. */
  readonly id: string;
  /** The request in words. */
  readonly title: string;
  /** The operation's name; null outside every operation. */
  readonly operation: string | null;
  /** HTTP status, or null where no response came. */
  readonly status: number | null;
  /** From the first byte of the request to the last one of the response; null where none came. */
  readonly milliseconds: number | null;
  /** The worst verdict of all rules that checked it. */
  readonly verdict: Verdict;
  /** Rules that it breaks. */
  readonly broken: readonly string[];
  /** Why it was skipped or could not be judged, a phrase; null otherwise. */
  readonly reason: string | null;
  /** Number of cases that are done, including this one. */
  readonly done: number;
  /** Number of planned cases. */
  readonly total: number;
}

/** The target's 429s make the run last longer than planned. */
export interface SlowedEvent {
  /** Sent where the run waits for the target's quota, or is prolonged. */
  readonly type: 'slowed';
  /** The wait, or the time that all cases take and that the run may last; one sentence. */
  readonly sentence: string;
}

/** One cause: the rule that it breaks, with the smallest request that was found to show it, and all places where it was seen. */
export interface Failure {
  readonly rule: RuleInfo;
  readonly verdict: 'FAIL' | 'WARN';
  readonly level: Level;
  readonly operation: string | null;
  /** It did not fail again when the request was repeated. */
  readonly flaky: boolean;
  /** The circumstances without which it does not fail, such as `with requests at the same time`; null where none are known. */
  readonly only: string | null;
  /** The request in words. */
  readonly title: string;
  /** Id of the case that is shown, which its request named in X-Drydock-Case; of ordinary traffic the exchange. */
  readonly case: string;
  /** The requests to send before it to see it, in this order; empty where one request shows it. */
  readonly before: readonly EarlierExchange[];
  readonly sent: RequestEvidence;
  readonly answer: ResponseEvidence | null;
  /** Why no response came. */
  readonly noAnswer: string | null;
  /** Every outcome that would have passed. */
  readonly expected: readonly string[];
  readonly actual: string;
  /** JSON pointer into the response's body. */
  readonly pointer: string | null;
  /** Deliberate problems of the request. */
  readonly problems: readonly string[];
  readonly document: { readonly file: string; readonly pointer: string; readonly line: number } | null;
  /** The cases that failed in this way, in the order of the plan; `seen.cases` counts those beyond the first hundreds too. */
  readonly cases: readonly string[];
  readonly seen: SeenAt;
  /**
   * Other rules that the same cause breaks: they say the same of the same place, or miss something in what is wrong as a whole, in
   * no case but those. They are listed here alone, and no report counts them as failures. Empty where the cause breaks one rule.
   */
  readonly alsoBroken: readonly AlsoBroken[];
  /** Set when the list of expected failures covers it. */
  readonly expectedFailure: { readonly reason: string; readonly expires: string | null } | null;
}

/** Every rule that a cause breaks, the one that shows it best first. */
export function brokenRules({ rule, alsoBroken }: Pick<Failure, 'rule' | 'alsoBroken'>): RuleInfo[] {
  return [rule, ...alsoBroken.map((other) => other.rule)];
}

/** An exchange that goes before the one that fails. */
export interface EarlierExchange extends Pick<Failure, 'title' | 'case' | 'sent'> {
  readonly answer: ResponseEvidence;
}

/** All places where a cause was seen: over the cases of its rule and of those in `alsoBroken`, each counted once. */
export interface SeenAt {
  /** Names of operations, in the document's order. */
  readonly operations: readonly string[];
  /** True if requests outside every operation showed it, such as those to a path that doesn't exist. */
  readonly outside: boolean;
  /** Of the responses that showed it, in ascending order; empty where there was none. */
  readonly statuses: readonly number[];
  /** Number of cases. */
  readonly cases: number;
}

export interface AlsoBroken {
  readonly rule: RuleInfo;
  readonly actual: string;
  /** JSON pointer into the response's body. */
  readonly pointer: string | null;
}

export interface ResponseEvidence {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface FailureEvent {
  /** One for each cause of broken rules. */
  readonly type: 'failure';
  /** The cause, with its evidence. */
  readonly failure: Failure;
}

export interface RuleResult {
  readonly rule: RuleInfo;
  readonly verdict: Verdict;
  /** Number of responses that the rule checked. */
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

/** The share of the binding rules that was judged. */
export interface JudgedRules {
  /** MUST rules of which half the cases got a response that could be judged. */
  readonly judged: number;
  /** MUST rules that the plan calls for. */
  readonly counted: number;
  /** MUST rules that it doesn't call for, and why, a phrase. */
  readonly notCounted: readonly { readonly rule: string; readonly reason: string }[];
}

/** The verdict of a run, as an exit code and in words: of too little it has none, whatever was found. */
export function verdictOf(
  failures: number,
  couldNotJudge: string | null,
): Pick<SummaryEvent, 'exitCode' | 'verdict' | 'couldNotJudge'> {
  if (couldNotJudge !== null) return { exitCode: 3, verdict: 'could not be judged', couldNotJudge };
  if (failures > 0) return { exitCode: 1, verdict: 'does not conform', couldNotJudge };
  return { exitCode: 0, verdict: 'conforms', couldNotJudge };
}

/** The part of a plan by which nothing is sent. */
export const nothingToSend = {
  cases: [],
  writes: 0,
  withheld: 0,
  cut: 0,
  more: false,
  seconds: null,
} as const;

export interface SummaryEvent {
  /** Always the last event. */
  readonly type: 'summary';
  /** 0 conforms, 1 a rule is broken at the chosen level, 3 the target could not be judged. */
  readonly exitCode: 0 | 1 | 3;
  /** The same as `exitCode`, in words. */
  readonly verdict: 'conforms' | 'does not conform' | 'could not be judged';
  /** Why the target could not be judged, one sentence. */
  readonly couldNotJudge: string | null;
  /** Every rule with its verdict. */
  readonly rules: readonly RuleResult[];
  /** Number of cases of each operation, with their verdicts. */
  readonly operations: readonly OperationResult[];
  /** Causes that count against the target. */
  readonly failures: number;
  /** Causes that break only what is below the chosen level. */
  readonly warnings: number;
  /** Causes that the list of expected failures covers. */
  readonly expectedFailures: number;
  /** Entries of the expected failures that passed or have expired; sentences. */
  readonly notices: readonly string[];
  /** Cases that were planned, those that were not sent among them. */
  readonly cases: number;
  /** The share of the binding rules that was judged. */
  readonly judgedRules: JudgedRules;
  /** Of how many operations no valid request was answered with success, so that nothing behind it was judged; absent for none. */
  readonly unserved?: { readonly operations: number; readonly of: number };
  /** The options that narrowed the run, as the reader knows them; what it says is said of the rest alone. */
  readonly narrowedBy: readonly string[];
  /** Requests that were sent and may have changed data on the target. */
  readonly written: number;
  /** Cases that may change data, and were left out because that was not allowed. */
  readonly withheld: number;
  /** Cases that were planned but not sent. */
  readonly notSent: number;
  /** HTTP requests that were sent, repetitions among them. */
  readonly requests: number;
  /** Set where nothing was sent: how many exchanges of others were judged. */
  readonly exchanges?: number;
  /** Duration of the run. */
  readonly seconds: number;
}
