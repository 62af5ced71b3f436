import { increment, plural } from '../counting.js';
import type { Case } from '../cases/case.js';
import type { Planner } from '../cases/planner.js';
import { verdictOf, type ConformanceEvent, type Failure } from '../events.js';
import type { Evidence } from '../evidence/evidence.js';
import { printableName } from '../printable.js';
import { ruleInfo } from '../rules/rule-info.js';
import type { Exchange } from '../target/exchange.js';
import { countControls } from './verdict/controls.js';
import { judgedRules, whyIncomplete, whyTooLittle, type Hindrance } from './verdict/judged-rules.js';
import { noticesOf, type ReportedFailure } from './expected-failures.js';
import type { RunOptions } from './options.js';
import type { Plan } from './plan.js';
import type { Results } from './results.js';
import type { ServedOperations } from './verdict/served-operations.js';
import { unprovenNotice, whyUnproven } from './verdict/unproven.js';
import type { CaseResult } from './rule-evaluator.js';

/** Data that the summary adds to the events before it. */
export interface RunEnd {
  readonly failures: readonly ReportedFailure[];
  readonly couldNotJudge: string | undefined;
  /** Why the run ended early. */
  readonly stopped: string | undefined;
  /** Why only a few requests were sent, one sentence. */
  readonly firstContact: string | undefined;
  /** Number of cases that could not be judged in full, by the reason. */
  readonly unjudged: ReadonlyMap<string, number>;
  /** The invalid requests whose valid counterparts were rejected too, one sentence. */
  readonly withoutControl: string | undefined;
  /** The rules that could not send all that they would have, one sentence. */
  readonly spentProbes: string | undefined;
  /** The operations that never answered a valid request with success. */
  readonly unserved: ServedOperations;
  /** Why cases were not judged at all. */
  readonly hindrance: Hindrance;
  /** Ids of the cases that got a response which could be judged. */
  readonly answered: ReadonlySet<string>;
  /** The delay by the target's 429s, one sentence. */
  readonly slowed: string | undefined;
  /** That the target was too slow for a verdict, one sentence. */
  readonly late: string | undefined;
  /** Number of requests that were sent and may have written. */
  readonly written: number;
  /** Number of requests that were sent, repetitions included. */
  readonly requests: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly now: number;
}

/** Emits the events of a run, and counts its cases. */
export class EventEmitter {
  private done = 0;
  /** Number of cases that could not be sent, by the reason. */
  private readonly unsent = new Map<string, number>();
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
    increment(this.unsent, reason);
    this.case(item, null, { verdict: 'SKIP', broken: [] }, reason);
  }

  /** A case that may write, in a run that may not. */
  withheldCase(item: Case, reason: string): void {
    this.withheld += 1;
    this.case(item, null, { verdict: 'SKIP', broken: [] }, reason);
  }

  case(item: Case, exchange: Exchange | null, result: CaseResult, reason: string | null): void {
    this.done += 1;
    const response = exchange?.outcome.kind === 'response' ? exchange.outcome : undefined;
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
    const { failures, requests, startedAt, now } = end;
    const { all: leftOut, binding } = results.failuresLeftOut;
    const counted = failures.filter(
      (failure) => failure.verdict === 'FAIL' && failure.expectedFailure === null,
    );
    const failed = counted.length + binding;
    const rules = results.rules(this.planned);
    const judged = judgedRules(this.planned, end.answered, rules);
    const couldNotJudge =
      end.couldNotJudge ??
      (failed > 0
        ? undefined
        : end.stopped === undefined
          ? (whyUnproven(this.planner, options) ??
            (options.partial ? undefined : end.late) ??
            whyTooLittle(judged, end.hindrance, options) ??
            whyIncomplete({ cases: this.planned.cases.length, unsent: this.unsent }, end.hindrance, options))
          : `${end.stopped}.`);
    const isWhole = options.only === undefined && options.rerun === undefined && end.stopped === undefined;
    const unserved = isWhole && end.couldNotJudge === undefined ? end.unserved.notice(options) : undefined;
    this.emit({
      type: 'summary',
      ...verdictOf(failed, couldNotJudge ?? null),
      rules,
      operations: results.operations.results(this.planner.stated.contract.operations.map(({ id }) => id)),
      failures: failed,
      warnings: failures.filter((failure) => failure.verdict === 'WARN').length + leftOut - binding,
      expectedFailures: failures.filter((failure) => failure.expectedFailure !== null).length,
      notices: [
        ...(end.firstContact === undefined || failed === 0
          ? []
          : [`Judged in part only: ${end.firstContact}`]),
        ...(unserved === undefined ? [] : [unserved]),
        ...noticesOf(options.expectedFailures, failures, rules, now),
        ...[...end.unjudged].map(
          ([reason, count]) => `Not judged in full: ${plural(count, 'case')}, because ${reason}.`,
        ),
        ...(end.withoutControl === undefined ? [] : [end.withoutControl]),
        ...moreNotice(this.planned, options),
        ...(end.spentProbes === undefined ? [] : [end.spentProbes]),
        ...untriedNotices(this.planner),
        ...withheldNotice(this.planned, options),
        ...(end.slowed === undefined ? [] : [end.slowed]),
        ...(end.late === undefined || end.late === couldNotJudge ? [] : [end.late]),
        ...(leftOut > 0
          ? [`${plural(leftOut, 'more breach', 'es')} are not shown: a run keeps 16 MiB of evidence.`]
          : []),
      ],
      judgedRules: judged,
      ...(unserved !== undefined && {
        unserved: { operations: end.unserved.unserved.length, of: this.planner.operations.length },
      }),
      written: end.written,
      withheld: this.planned.withheld.length,
      narrowedBy: narrowedBy(this.planned, options),
      cases: this.done - this.withheld - this.notSent,
      notSent: this.left + this.notSent,
      requests,
      seconds: Math.round(now - startedAt) / 1000,
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

function moreNotice({ cases, more }: Plan, { nameOption }: RunOptions): string[] {
  if (!more) return [];
  const planned = cases.length.toLocaleString('en');
  return [
    `The document makes for more cases than the ${planned} most informative ones that were planned (${nameOption('budget')}).`,
  ];
}

/** The parts of a document that are not tried. */
function untriedNotices(planner: Planner): string[] {
  const untried = planner.withoutRequest.map(({ id }) => printableName(id));
  if (untried.length === 0) return unprovenNotice(planner);
  const names = untried.length > 5 ? [...untried.slice(0, 5), '…'] : untried;
  const were = untried.length === 1 ? 'was' : 'were';
  return [
    `${plural(untried.length, 'operation')} ${were} not tried, because the document says too little to make a valid body: ${names.join(', ')}.`,
    ...unprovenNotice(planner),
  ];
}

function withheldNotice({ withheld: { length } }: Plan, { nameOption }: RunOptions): string[] {
  if (length === 0) return [];
  const were = length === 1 ? 'was' : 'were';
  return [`${plural(length, 'case')} that may change data ${were} left out (${nameOption('allowWrites')}).`];
}
