import type { Case } from '../cases/case.js';
import type { Planner } from '../cases/planner.js';
import type { ConformanceEvent, Failure, SummaryEvent } from '../events.js';
import type { Evidence } from '../evidence/evidence.js';
import type { Level } from '../level.js';
import { printableName } from '../printable.js';
import { ruleInfo } from '../rules/rule-info.js';
import type { Exchange } from '../target/exchange.js';
import { noticesOf } from './expected-failures.js';
import type { ReportedFailure } from './expected-failures.js';
import type { RunOptions } from './options.js';
import type { Plan } from './plan.js';
import type { Results } from './results.js';
import type { CaseResult } from './rule-evaluator.js';

/** What the summary adds to the events before it. */
export interface RunEnd {
  readonly failures: readonly ReportedFailure[];
  readonly couldNotJudge: string | undefined;
  /** Why the run ended early. */
  readonly stopped: string | undefined;
  /** How many cases could not be judged in full, by the reason. */
  readonly unjudged: ReadonlyMap<string, number>;
  /** How many requests were sent, repetitions included. */
  readonly requests: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly now: number;
}

/** Emits the events of a run, and counts its cases. */
export class EventEmitter {
  private done = 0;
  private notSent = 0;

  constructor(
    private readonly emit: (event: ConformanceEvent) => void,
    private readonly planner: Planner,
    private readonly planned: Plan,
    private readonly evidence: Evidence,
  ) {}

  /** @param target the address without keys */
  plan(target: string, level: Level): void {
    const { stated, seed } = this.planner;
    this.emit({
      type: 'plan',
      target,
      document: printableName(stated.contract.file),
      seed,
      level,
      rules: this.planned.rules.map(ruleInfo),
      cases: this.planned.cases.map((item) => this.evidence.plannedCase(item)),
      cut: this.planned.cut,
    });
  }

  unsentCase(item: Case, reason: string): void {
    this.notSent += 1;
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
      total: this.planned.cases.length,
    });
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
    const couldNotJudge = end.couldNotJudge ?? (failed > 0 ? undefined : this.whyTooLittle(end, options));
    const rules = results.rules(this.planned);
    this.emit({
      type: 'summary',
      ...outcomeOf(failed, couldNotJudge),
      couldNotJudge: couldNotJudge ?? null,
      rules,
      operations: results.operations(this.planner.stated.contract.operations.map(({ id }) => id)),
      failures: failed,
      warnings: failures.filter((failure) => failure.verdict === 'WARN').length + leftOut - binding,
      expectedFailures: failures.filter((failure) => failure.expectedFailure !== null).length,
      notices: [
        ...noticesOf(options.expectedFailures, failures, rules, now),
        ...[...end.unjudged].map(
          ([reason, count]) => `Not judged in full: ${plural(count, 'case')}, because ${reason}.`,
        ),
        ...(leftOut > 0
          ? [`${plural(leftOut, 'more breach', 'es')} are not shown: a run keeps 16 MiB of evidence.`]
          : []),
      ],
      cases: this.done - this.notSent,
      notSent: this.planned.cases.length - this.done + this.notSent,
      requests,
      seconds: Math.round(now - startedAt) / 1000,
    });
  }

  /** A run that judged little proves little. */
  private whyTooLittle(
    { unjudged, stopped }: RunEnd,
    { minJudged, nameOption }: RunOptions,
  ): string | undefined {
    if (stopped !== undefined) return `${stopped}.`;
    const planned = this.planned.cases.length;
    const judged = this.done - this.notSent - [...unjudged.values()].reduce((sum, count) => sum + count, 0);
    if (planned === 0 || judged * 100 >= planned * minJudged) return undefined;
    const [reason = 'they could not be sent'] = unjudged.keys();
    return `Only ${judged} of ${planned} cases could be judged, which is less than ${minJudged} % (${nameOption('minJudged')}): ${reason}.`;
  }
}

function outcomeOf(
  failures: number,
  couldNotJudge: string | undefined,
): Pick<SummaryEvent, 'exitCode' | 'verdict'> {
  if (couldNotJudge !== undefined) return { exitCode: 3, verdict: 'could not be judged' };
  return failures > 0 ? { exitCode: 1, verdict: 'does not conform' } : { exitCode: 0, verdict: 'conforms' };
}

function plural(count: number, noun: string, ending = 's'): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : ending}`;
}
