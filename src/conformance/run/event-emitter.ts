import { firstOf, increment, plural } from '../counting.js';
import type { Case } from '../cases/case.js';
import type { Planner } from '../cases/planner.js';
import { verdictOf, type ConformanceEvent, type Failure } from '../events.js';
import type { Evidence } from '../evidence/evidence.js';
import { printableLine, printableName } from '../printable.js';
import { ruleInfo } from '../rules/rule-info.js';
import type { Exchange, Outcome } from '../target/exchange.js';
import { countControls, type Controls } from './verdict/controls.js';
import { judgedRules, whyIncomplete, whyTooLittle } from './verdict/judged-rules.js';
import { noticesOf, type ReportedFailure } from './expected-failures.js';
import type { RunOptions } from './options.js';
import type { Plan } from './plan.js';
import type { RunTime } from './planning/run-time.js';
import type { Probes } from './probes.js';
import type { Results } from './results.js';
import type { ServedOperations } from './verdict/served-operations.js';
import type { TimeOuts } from './verdict/time-outs.js';
import { untriedNotices, whyUnproven } from './verdict/unproven.js';
import type { CaseResult } from './rule-evaluator.js';

/** Data that the summary adds to the events before it. */
export interface RunEnd {
  readonly failures: readonly ReportedFailure[];
  readonly couldNotJudge: string | undefined;
  /** Why the run ended early. */
  readonly stopped: string | undefined;
  /** Why only a few requests were sent, one sentence. */
  readonly firstContact: string | undefined;
  readonly controls: Controls;
  readonly probes: Probes;
  readonly served: ServedOperations;
  readonly timeOuts: TimeOuts;
  readonly time: RunTime;
  /** True if the target answered 429. */
  readonly isRateLimited: boolean;
  /** Number of requests that were sent and may have written. */
  readonly written: number;
  /** Number of requests that were sent, repetitions included. */
  readonly requests: number;
  /** Ids of the cases that had no response yet when the target stopped listening. */
  readonly endedDuring: readonly string[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** Emits the events of a run, and counts its cases. */
export class EventEmitter {
  private done = 0;
  /** Number of cases that could not be sent, by the reason. */
  private readonly unsent = new Map<string, number>();
  /** The same of those that could not be judged in full. */
  private readonly unjudged = new Map<string, number>();
  /** Why cases were not judged at all, and how many. */
  private readonly hindrances = new Map<string, number>();
  /** Ids of the cases that got a response which could be judged. */
  private readonly answered = new Set<string>();
  private withheld = 0;

  constructor(
    private readonly emit: (event: ConformanceEvent) => void,
    private readonly planner: Planner,
    private readonly planned: Plan,
    private readonly evidence: Evidence,
  ) {}

  /** Number of cases that are neither judged nor given up. */
  get left(): number {
    return this.planned.cases.length - this.done + this.withheld;
  }

  /** @param target the address without keys */
  plan(target: string, { level, rate, planOnly }: Pick<RunOptions, 'level' | 'rate' | 'planOnly'>): void {
    const { stated, seed } = this.planner;
    const untried = untriedNotices(this.planner);
    const { cases, rules } = this.planned;
    this.emit({
      type: 'plan',
      target,
      document: printableName(stated.contract.file),
      seed,
      level,
      rules: rules.map(ruleInfo),
      cases: cases.map((item) => this.evidence.plannedCase(item)),
      writes: cases.filter(({ writes }) => writes).length,
      withheld: this.planned.withheld.length,
      cut: this.planned.cut,
      more: this.planned.more,
      ...(untried.length > 0 && { untried }),
      ...(planOnly && {
        controls: countControls(cases),
        probes: rules.filter((rule) => rule.probe !== undefined).length,
      }),
      seconds: rate === undefined ? null : Math.ceil(cases.length / rate),
    });
  }

  private get notSent(): number {
    return [...this.unsent.values()].reduce((sum, count) => sum + count, 0);
  }

  unsentCase(item: Case, reason: string): void {
    for (const reasons of [this.unsent, this.hindrances]) increment(reasons, reason);
    this.case(item, null, { verdict: 'SKIP', broken: [] }, reason);
  }

  /** A case that may write, in a run that may not. */
  withheldCase(item: Case, reason: string): void {
    this.withheld += 1;
    this.case(item, null, { verdict: 'SKIP', broken: [] }, reason);
  }

  /** @param refusal why the target's response says nothing about the problems of the request, if it does not */
  judgedCase({ case: item, outcome }: Exchange, result: CaseResult, refusal: string | undefined): void {
    const { notJudged } = result;
    if (refusal !== undefined) increment(this.hindrances, refusal);
    else if (notJudged === undefined) this.answered.add(item.id);
    else for (const reasons of [this.unjudged, this.hindrances]) increment(reasons, notJudged);
    const reason = outcome.kind === 'response' ? (refusal ?? notJudged) : outcome.reason;
    this.case(item, outcome, result, reason === undefined ? null : printableLine(reason));
  }

  private case(item: Case, outcome: Outcome | null, result: CaseResult, reason: string | null): void {
    this.done += 1;
    const response = outcome?.kind === 'response' ? outcome : undefined;
    this.emit({
      type: 'case',
      id: item.id,
      title: item.title,
      operation: item.operation ? printableName(item.operation.id) : null,
      status: response?.status ?? null,
      milliseconds: response ? Math.round(response.elapsedMs) : null,
      ...result,
      reason,
      done: this.done,
      total: this.planned.cases.length + this.planned.withheld.length,
    });
  }

  slowed(sentence: string): void {
    this.emit({ type: 'slowed', sentence });
  }

  failure(failure: Failure): void {
    this.emit({ type: 'failure', failure });
  }

  summary(results: Results, end: RunEnd, options: RunOptions): void {
    const { failures, stopped, firstContact, served } = end;
    const now = options.now();
    const { all: leftOut, binding } = results.failuresLeftOut;
    const counted = failures.filter(
      (failure) => failure.verdict === 'FAIL' && failure.expectedFailure === null,
    );
    const failed = counted.length + binding;
    const rules = results.rules(this.planned);
    const notSent = this.left + this.notSent;
    const judged = judgedRules(this.planned, this.answered, rules);
    const hindrance = {
      reasons: this.hindrances,
      isWithheld: this.planned.cases.length === 0 && this.planned.withheld.length > 0,
      isRateLimited: end.isRateLimited,
    };
    const late = end.timeOuts.whyLate(options);
    const couldNotJudge =
      end.couldNotJudge ??
      (failed > 0
        ? undefined
        : stopped === undefined
          ? (whyUnproven(this.planner, options) ??
            (options.partial ? undefined : late) ??
            whyTooLittle(judged, hindrance, options) ??
            whyIncomplete({ cases: this.planned.cases.length, unsent: this.unsent }, hindrance, options))
          : `${stopped}.`);
    const isWhole = options.only === undefined && options.rerun === undefined && stopped === undefined;
    const unserved = isWhole && end.couldNotJudge === undefined ? served.notice(options) : undefined;
    const notices = [
      firstContact !== undefined && failed > 0 && `Judged in part only: ${firstContact}`,
      unserved,
      ...noticesOf(options.expectedFailures, failures, notSent > 0 ? [] : rules, now),
      ...[...this.unjudged].map(
        ([reason, count]) => `Not judged in full: ${plural(count, 'case')}, because ${reason}.`,
      ),
      ...end.controls.notices,
      moreNotice(this.planned, options),
      end.probes.notice(options.nameOption),
      ...untriedNotices(this.planner),
      withheldNotice(this.planned, options),
      end.time.slowed,
      endNotice(end.endedDuring),
      late !== couldNotJudge && late,
      leftOut > 0 && `${plural(leftOut, 'more breach', 'es')} are not shown: a run keeps 16 MiB of evidence.`,
    ];
    this.emit({
      type: 'summary',
      ...verdictOf(failed, couldNotJudge ?? null),
      rules,
      operations: results.operations.results(this.planner.stated.contract.operations.map(({ id }) => id)),
      failures: failed,
      warnings: failures.filter((failure) => failure.verdict === 'WARN').length + leftOut - binding,
      expectedFailures: failures.filter((failure) => failure.expectedFailure !== null).length,
      notices: notices.filter((notice) => typeof notice === 'string'),
      judgedRules: judged,
      ...(unserved !== undefined && {
        unserved: { operations: served.unserved.length, of: this.planner.operations.length },
      }),
      written: end.written,
      withheld: this.planned.withheld.length,
      narrowedBy: narrowedBy(this.planned, options),
      cases: this.done - this.withheld - this.notSent,
      notSent,
      requests: end.requests,
      seconds: Math.round(now - end.startedAt) / 1000,
    });
  }
}

/** The options that left out something, by the names that the reader knows. */
function narrowedBy({ cut, more }: Plan, { only, rerun, nameOption }: RunOptions): string[] {
  return [
    ...(only === undefined ? [] : [nameOption('only')]),
    ...(rerun === undefined ? [] : [nameOption('rerun')]),
    ...(cut === 0 && !more ? [] : [nameOption('budget')]),
  ];
}

function moreNotice({ cases, more }: Plan, { nameOption }: RunOptions): string | undefined {
  if (!more) return undefined;
  const planned = cases.length.toLocaleString('en');
  return `The document makes for more cases than the ${planned} most informative ones that were planned (${nameOption('budget')}).`;
}

/** The cases among which the one is that ended the target. */
function endNotice(ids: readonly string[]): string | undefined {
  if (ids.length === 0) return undefined;
  const which = ids.length === 1 ? 'which' : 'one of which';
  return `The target stopped listening while it had ${plural(ids.length, 'request')} to answer, ${which} may have ended it: ${firstOf(ids, 16)}.`;
}

function withheldNotice({ withheld: { length } }: Plan, { nameOption }: RunOptions): string | undefined {
  if (length === 0) return undefined;
  const were = length === 1 ? 'was' : 'were';
  return `${plural(length, 'case')} that may change data ${were} left out (${nameOption('allowWrites')}).`;
}
