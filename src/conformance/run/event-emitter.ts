import type { Case } from '../cases/case.js';
import type { ConformanceEvent, Failure, SummaryEvent } from '../events.js';
import type { Exchange } from '../target/exchange.js';
import type { Level } from '../level.js';
import type { Planner } from '../cases/planner.js';
import { noticesOf } from './expected-failures.js';
import type { Sentence } from './rule-evaluator.js';
import type { VerifyOptions } from './options.js';
import type { Plan } from './plan.js';
import { infoOf } from './results.js';
import type { Scoreboard } from './results.js';
import type { Showing } from '../evidence/evidence.js';

/** What the end of a run adds to what was told before. */
interface Ending {
  readonly failures: readonly Failure[];
  readonly couldNotJudge: string | null;
  readonly board: Scoreboard;
  /** Requests that were sent, repetitions too. */
  readonly requests: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly now: number;
}

/** Tells what a run does and finds, and counts what was told. */
export class Telling {
  private done = 0;
  private notSent = 0;

  constructor(
    private readonly emit: (event: ConformanceEvent) => void,
    private readonly planner: Planner,
    private readonly planned: Plan,
    private readonly showing: Showing,
  ) {}

  /** @param target the address without keys */
  plan(target: string, level: Level): void {
    const { stated, seed } = this.planner;
    this.emit({
      type: 'plan',
      target,
      document: stated.contract.file,
      seed,
      level,
      rules: this.planned.rules.map(infoOf),
      cases: this.planned.cases.map((item) => this.showing.case(item)),
      cut: this.planned.cut,
    });
  }

  unsent(item: Case, reason: string): void {
    this.notSent += 1;
    this.case(item, null, { verdict: 'SKIP', broken: [] }, reason);
  }

  case(item: Case, exchange: Exchange | null, sentence: Sentence, reason: string | null): void {
    this.done += 1;
    const answer = exchange?.outcome.kind === 'answer' ? exchange.outcome : undefined;
    this.emit({
      type: 'case',
      id: item.id,
      title: item.title,
      operation: item.operation?.id ?? null,
      status: answer?.status ?? null,
      milliseconds: answer ? Math.round(answer.elapsedMs) : null,
      ...sentence,
      reason,
      done: this.done,
      total: this.planned.cases.length,
    });
  }

  failure(failure: Failure): void {
    this.emit({ type: 'failure', failure });
  }

  summary(
    { failures, couldNotJudge, board, requests, startedAt, now }: Ending,
    options: VerifyOptions,
  ): void {
    const counted = failures.filter(
      (failure) => failure.verdict === 'FAIL' && failure.expectedFailure === null,
    );
    const rules = board.results(this.planned);
    this.emit({
      type: 'summary',
      ...outcomeOf(counted.length, couldNotJudge),
      couldNotJudge,
      rules,
      operations: board.operations(this.planner.stated.contract.operations.map(({ id }) => id)),
      failures: counted.length,
      warnings: failures.filter((failure) => failure.verdict === 'WARN').length,
      expectedFailures: failures.filter((failure) => failure.expectedFailure !== null).length,
      notices: noticesOf(options.expectedFailures ?? [], failures, rules, now),
      cases: this.done - this.notSent,
      notSent: this.planned.cases.length - this.done + this.notSent,
      requests,
      seconds: Math.round(now - startedAt) / 1000,
    });
  }
}

function outcomeOf(
  failures: number,
  couldNotJudge: string | null,
): Pick<SummaryEvent, 'exitCode' | 'verdict'> {
  if (couldNotJudge !== null) return { exitCode: 3, verdict: 'could not be judged' };
  return failures > 0 ? { exitCode: 1, verdict: 'does not conform' } : { exitCode: 0, verdict: 'conforms' };
}
