import type { Case, CaseDraft } from '../cases/case.js';
import type { Answer, AnsweredExchange, Exchange, NoAnswer } from '../target/exchange.js';
import type { Judging } from './check-context.js';
import type { Level } from '../level.js';
import type { Planner } from '../cases/planner.js';

/**
 * A rule is one requirement: where the specification says it, what is sent to find out, what is accepted. A rule that
 * sends something judges its own answers, by their status unless it has a `judge`; one that sends nothing judges every
 * answer of the run. Rules are the default exports of `contract-tests/<topic>/<rule>.ts`, which is their id.
 */
export interface Rule {
  /** What must hold, as a sentence. */
  readonly title: string;
  /** The strongest level at which breaking it counts. */
  readonly level: Level;
  /** Section of the specification, such as `5 rule 3`, or of a standard, such as `RFC 9110 15.5.6`. */
  readonly section: string;
  /** The sentence that it rests on, quoted. */
  readonly sentence: string;
  /** Every outcome that keeps the rule. */
  readonly expected: readonly string[];
  /** `service` rests on this service's specification; `any` on nothing but the document and HTTP. */
  readonly scope: 'any' | 'service';
  /** Lower goes first, and stays when a budget cuts the plan; 5 unless told. */
  readonly priority?: number;
  /** Which cases of other rules may bring an answer that it judges; all unless told. */
  readonly asks?: (item: Case) => boolean;
  /** What to send; or why nothing can be sent. */
  cases?(planner: Planner): Iterable<CaseDraft> | Skip;
  /** Judges one answer; nothing returned: it says nothing about this rule. */
  judge?(exchange: AnsweredExchange, judging: Judging): Judgement;
  /** Judges that nothing came, or what is on the wire before it is an answer. */
  judgeOutcome?(exchange: Exchange, judging: Judging): Judgement;
  /** Judges what only several answers together can show, at the end. */
  conclude?(exchanges: readonly AnsweredExchange[], judging: Judging): Iterable<Conclusion>;
  /** Sends requests one after another, each depending on the answers before, after all cases. */
  probe?(session: Session): Promise<Iterable<Conclusion> | Skip>;
}

/** `kept`: judged and fine. */
export type Judgement = 'kept' | Breach | readonly Breach[] | undefined;

/** A rule broken by one answer. */
export interface Breach {
  /** What came instead, as a sentence without its subject: "status 200". */
  readonly actual: string;
  /** Where in the answer's body. */
  readonly pointer?: string;
  /** Where in the document the constraint stands. */
  readonly documentPointer?: string;
  /** What would have been right, when the rule's own list is too general. */
  readonly expected?: readonly string[];
  /** Weaker than the rule when this breach rests on less. */
  readonly level?: Level;
}

/** What several answers show: the exchange that shows it, and the breach, or that all is well. */
export interface Conclusion {
  readonly exchange: AnsweredExchange;
  readonly breach: Breach | 'kept';
}

export interface Skip {
  readonly skip: string;
  /** `NOT_APPLICABLE`: nothing to judge; otherwise something is missing that could be given. */
  readonly notApplicable?: boolean;
}

/** What a probe may do. */
export interface Session {
  readonly planner: Planner;
  readonly judging: Judging;
  readonly exchanges: readonly AnsweredExchange[];
  readonly probeRateLimit: number;
  /** Sends a request past the pacing (a 429 comes back as it is); its answer is held against every other rule as well. */
  send(draft: CaseDraft): Promise<Exchange & { readonly outcome: Answer | NoAnswer }>;
  answered(exchange: Exchange): AnsweredExchange | undefined;
  /** Waits; false when the run's time would be over. */
  wait(ms: number): Promise<boolean>;
}

/** A rule with the id that its file gives it. */
export interface LoadedRule extends Rule {
  /** `topic/rule`. */
  readonly id: string;
  readonly topic: string;
}

export function isSkip(value: unknown): value is Skip {
  return typeof value === 'object' && value !== null && 'skip' in value;
}

/** The type of a rule's default export; it only checks. */
export function rule(definition: Rule): Rule {
  return definition;
}

export type { CaseDraft };
