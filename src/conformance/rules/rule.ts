import type { CaseDraft } from '../cases/case.js';
import type { Planner } from '../cases/planner.js';
import type { Level } from '../level.js';
import type { OptionName } from '../option-name.js';
import type { CompletedExchange, Exchange } from '../target/exchange.js';
import type { CheckContext } from './check-context.js';
import type { Session } from './session.js';
import type { TrafficCase, TrafficRequest } from './traffic-request.js';
import type { QuotedPart } from '../document/quotation.js';

/**
 * A rule is one requirement: where the specification states it, what is sent to find out, and which outcomes are right.
 * Rules are the default exports of `contract-tests/<topic>/<rule>.ts`; the path is the id. A rule is one of three kinds:
 * it sends cases and checks their responses, it observes the responses to the cases of other rules, or it probes, sending
 * requests that depend on earlier responses.
 */
export type Rule = Requirement & (SendingRule | ObservingRule | ProbingRule);

/** The part of a rule that reports print. */
export interface Requirement {
  /** The requirement, as a sentence. */
  readonly title: string;
  /** The strongest level at which breaking it counts; `level.ts` says how to choose. */
  readonly level: Level;
  /** Section of the specification, such as `5 rule 3`, or of a standard, such as `RFC 9110 15.5.6`. */
  readonly section: string;
  /** The sentence that it rests on, quoted. */
  readonly sentence: string;
  /** Every outcome that passes. */
  readonly expected: readonly string[];
  /** Its wording for other documents; by default it rests on the document. */
  readonly inOtherDocuments?: InOtherDocuments;
  /** HTTP demands it, practice ignores it, and no client needs it: a SHOULD, and a MUST where a run is strict about HTTP. */
  readonly strictHttp?: true;
  /** HTTP demands it of any response, so that no case or operation weakens it. */
  readonly ofEveryMessage?: true;
}

/** Parts that only rules of another kind have. */
type Lacks<Names extends string> = Readonly<Partial<Record<Names, never>>>;

/** Sends cases of its own and checks their responses alone: by the accepted statuses, unless it has a `check`. */
interface SendingRule extends Lacks<'checkOutcome' | 'probe'> {
  readonly appliesTo: DocumentScope;
  /** Among the first cases of all rules, and again among the second, lower goes first and survives a budget; 5 by default. */
  readonly priority?: number;
  /**
   * The detail of the case that shows that keys are not checked at all, when its response is no refusal. On these operations
   * whatever else should have been refused for its key has the same cause.
   */
  readonly showsUncheckedKeys?: string;
  /** Some of its cases go beside a valid request of the same shape, where they seem to fail. */
  readonly hasControls?: true;
  /** The cases to send; or the reason that none can be sent. */
  cases(planner: Planner): Iterable<CaseDraft> | Skip;
  check?(exchange: CompletedExchange, context: CheckContext): Finding;
  /** @returns why nothing can be concluded, where the responses are not enough */
  conclude?(exchanges: readonly CompletedExchange[], context: CheckContext): Iterable<Conclusion> | Skip;
  /**
   * Derives a case from a request of ordinary traffic; undefined for one that is none of its cases. A rule without it judges
   * no traffic.
   */
  inTraffic?(request: TrafficRequest): TrafficCase | undefined;
}

/** Sends nothing and checks each response of the run that is in its scope. */
type ObservingRule = {
  readonly appliesTo: ResponseScope;
} & Lacks<'cases' | 'probe' | 'priority' | 'showsUncheckedKeys' | 'hasControls'> &
  (
    | (Lacks<'checkOutcome' | 'conclude'> & {
        /** Checks one response; undefined when the response says nothing about this rule. */
        check(exchange: CompletedExchange, context: CheckContext): Finding;
        /** Returns whether it judges a response of ordinary traffic too, where no rule planned the request; it does by default. */
        inTraffic?(request: TrafficRequest): boolean;
      })
    | (Lacks<'inTraffic' | 'check' | 'conclude'> & {
        /** Checks that there is a response at all. */
        checkOutcome(exchange: Exchange, context: CheckContext): Finding;
      })
    | (Lacks<'inTraffic' | 'check' | 'checkOutcome'> & {
        /** Checks at the end what only several responses together can show. */
        conclude(exchanges: readonly CompletedExchange[], context: CheckContext): Iterable<Conclusion>;
      })
  );

/** Sends requests one after another once all cases are done, each depending on the responses before it. */
interface ProbingRule extends Lacks<
  'cases' | 'check' | 'checkOutcome' | 'inTraffic' | 'priority' | 'showsUncheckedKeys' | 'hasControls'
> {
  readonly appliesTo: DocumentScope;
  probe(session: Session): Promise<Iterable<Conclusion> | Skip>;
  conclude?(exchanges: readonly CompletedExchange[], context: CheckContext): Iterable<Conclusion>;
}

/** The result of a rule for one response; undefined when the response says nothing about the rule. */
export type Finding = 'pass' | Breach | readonly Breach[] | undefined;

/** One way in which a response breaks a rule. */
export interface Breach {
  /** The actual result, as a phrase without its subject: "status 200". */
  readonly actual: string;
  /** JSON pointer into the response's body. */
  readonly pointer?: string;
  /** JSON pointer of the constraint in the document. */
  readonly documentPointer?: string;
  /** The right results, when the rule's own list is too general. */
  readonly expected?: readonly string[];
  /** Weaker than the rule, when this breach rests on less. */
  readonly level?: Level;
  /** The part shared with breaches of the same cause, where `actual` without its values doesn't say it. */
  readonly kind?: string;
}

/** A finding from several responses: the exchange that shows it best, and the breach, or that the rule passes. */
export interface Conclusion {
  readonly exchange: CompletedExchange;
  readonly breach: Breach | 'pass';
  /** The exchanges that it is compared with; those that made and changed the thing that its path names are known without. */
  readonly before?: readonly CompletedExchange[];
}

/** Why a rule sends nothing. */
export interface Skip {
  readonly skip: string;
  /** The option that lets the rule be checked, and the value it would need. */
  readonly option?: OptionName;
  readonly value?: string;
  /** The document leaves nothing to check; otherwise something is missing that could be given. */
  readonly notApplicable?: boolean;
}

/** A rule with the id that its file gives it. */
export type LoadedRule = Rule & {
  /** `topic/rule`. */
  readonly id: string;
  readonly topic: string;
};

export function isSkip(value: unknown): value is Skip {
  return typeof value === 'object' && value !== null && 'skip' in value;
}

/** Types the default export of a rule's file. */
export function rule(definition: Rule): Rule {
  return definition;
}

/**
 * The wording of a rule where another document than this service's is checked. The service's specification says nothing there: a
 * rule rests on a standard, or on that document, which each failure quotes.
 */
interface InOtherDocuments {
  readonly title?: string;
  /** Weaker, where other documents don't state what this service's does. */
  readonly level?: Level;
  /** Of the standard that the rule rests on, with its sentence; without both it rests on the document. */
  readonly section?: string;
  readonly sentence?: string;
  readonly expected?: readonly string[];
  /** The part of an operation that a failure quotes where it names no constraint; the whole operation otherwise. */
  readonly quotes?: QuotedPart;
}

/** The documents that a rule applies to. */
interface DocumentScope {
  /**
   * `service`: the rule rests on this service's specification; `any`: on nothing but the document and HTTP; `other`: also, and
   * this service's document has nothing that it is about.
   */
  readonly document: 'any' | 'service' | 'other';
}

/**
 * The responses that an observing rule checks. The rule says it here alone: the plan, `only` and the evaluation follow it,
 * so that `check` and `conclude` see no other response.
 */
export interface ResponseScope extends DocumentScope {
  /** Only responses of this operation, by its operationId. */
  readonly operation?: string;
  /** Only responses with this status; `error` stands for 400 and above. */
  readonly status?: number | 'error';
  /** Only responses to bodies that were sent invalid on purpose. */
  readonly invalidBody?: true;
}
