import type { ConformanceEvent, FailureEvent, SummaryEvent } from '../../conformance/events.js';
import type { LoadedRule } from '../../conformance/rules/rule.js';
import { createTrafficJudge, type TrafficJudge } from '../../conformance/traffic/traffic-judge.js';
import type { TrafficJudgement } from '../../conformance/traffic/traffic-judgement.js';
import type { Contract } from '../../contract/contract.js';
import { coverageReport, type CoverageReport } from '../../journal/coverage/coverage-report.js';
import { metText } from '../../journal/coverage/coverage-text.js';
import { belowThresholds, type CoverageThresholds } from '../../journal/coverage/coverage-thresholds.js';
import type { FinishedExchange } from '../exchange/outcome.js';
import type { Mock } from '../../mock/mock.js';
import { digestOf, judgedExchange } from './judged-exchange.js';

export interface JudgeOptions {
  readonly rules: readonly LoadedRule[];
  /** The weakest level that fails; default MUST. */
  readonly failOn?: 'MUST' | 'SHOULD' | undefined;
  /** The part of the document that clients must have met for a verdict. */
  readonly thresholds?: CoverageThresholds;
}

/** The verdict so far. */
export interface ProxyVerdict {
  /** As of a run of the suite, for any report. */
  readonly events: readonly ConformanceEvent[];
  readonly summary: SummaryEvent;
  readonly coverage: CoverageReport;
  /** Sentences. */
  readonly shortfalls: readonly string[];
}

/** Judgements that are remembered. */
const maxRemembered = 2000;

/** Holds what passes a proxy against the document and the rules, and says at any time what came of it. */
export class ProxyJudge {
  private judge: TrafficJudge | undefined;
  private passed = 0;
  /** By the digest of the exchange: clients ask the same again and again. */
  private readonly judged = new Map<string, TrafficJudgement>();
  /** The part of the document that was met, as `CoverageMarker` makes it. */
  private readonly marks = new Set<string>();
  /** Exchanges that were the same as one that was judged before. */
  repeated = 0;
  /** Exchanges outside of the document, or that were not judged, or not in full. */
  notJudged = 0;

  /** @param target the base address of the target */
  constructor(
    private readonly options: JudgeOptions,
    private readonly target: string,
  ) {}

  /** Undefined for what is no business of the document, such as another path of the target, and where the client went away. */
  async add(finished: FinishedExchange): Promise<TrafficJudgement | undefined> {
    this.passed += 1;
    if (!this.isOurs(finished)) return undefined;
    if (finished.outcome.isLeft) {
      this.miss(finished, 'the client went away before the end of the response');
      return undefined;
    }
    this.judge ??= this.createJudge(finished);
    const exchange = judgedExchange(`request ${this.passed}`, finished);
    const digest = digestOf(exchange);
    const known = digest === undefined ? undefined : this.judged.get(digest);
    const judgement = known ?? (await this.judge.judge(exchange));
    if (known) this.repeated += 1;
    else if (digest !== undefined) this.remember(digest, judgement);
    if (judgement.notJudged !== null) this.notJudged += 1;
    else this.cover(finished);
    return judgement;
  }

  /** Coverage counts responses of the target that were judged whole. */
  private cover({ exchange: { match, scenario, value }, outcome: { answer } }: FinishedExchange): void {
    if (match.kind !== 'operation' || answer === undefined) return;
    const covered = { status: answer.status, scenario: scenario?.applied, body: value };
    for (const mark of match.served.coverage.marks(covered, this.marks)) this.marks.add(mark);
  }

  private miss(finished: FinishedExchange, reason: string): void {
    const { match } = finished.exchange;
    if (match.kind !== 'operation') return;
    this.judge ??= this.createJudge(finished);
    this.judge.miss(match.served.operation.id, reason);
  }

  private remember(digest: string, judgement: TrafficJudgement): void {
    if (this.judged.size >= maxRemembered) this.judged.clear();
    this.judged.set(digest, judgement);
  }

  /** Counts an exchange that nobody looked at. @param reason a phrase */
  skip(finished: FinishedExchange, reason: string): void {
    this.passed += 1;
    this.notJudged += 1;
    this.miss(finished, reason);
  }

  verdict(mock: Mock): ProxyVerdict {
    const coverage = coverageReport(mock, this.marks);
    const shortfalls = belowThresholds(coverage, this.options.thresholds ?? {});
    const judge = this.judge ?? this.judgeOf(mock.contract, this.target);
    const events = [...judge.events({ shortfalls, notices: [metText(coverage), ...this.notices()] })];
    const summary = events.at(-1);
    if (summary?.type !== 'summary') throw new TypeError('The events of the judge have no summary.');
    return { events, summary, coverage, shortfalls };
  }

  private notices(): string[] {
    const { repeated } = this;
    const isOne = repeated === 1;
    return repeated === 0
      ? []
      : [
          `${repeated} more ${isOne ? 'exchange was' : 'exchanges were'} the same as others, and judged with them.`,
        ];
  }

  /** Below the document's base paths, or below a path of the target that was given, any path is meant to be documented. */
  private isOurs({ exchange: { match, path, mock } }: FinishedExchange): boolean {
    if (match.kind !== 'unknown-path') return true;
    const bases = mock.contract.basePaths.filter((base) => base !== '');
    return bases.some((base) => path.startsWith(`${base}/`)) || new URL(this.target).pathname !== '/';
  }

  /** Evidence shows requests at the address by which the first one reached the target. */
  private createJudge({ exchange: { mock, path } }: FinishedExchange): TrafficJudge {
    const { contract } = mock;
    const base = contract.basePaths.find((one) => one !== '' && path.startsWith(`${one}/`)) ?? '';
    return this.judgeOf(contract, this.target.endsWith(base) ? this.target : this.target + base);
  }

  private judgeOf(contract: Contract, target: string): TrafficJudge {
    const { rules, failOn } = this.options;
    const basePaths = [...contract.operations.flatMap((operation) => operation.basePaths), ''];
    return createTrafficJudge({ contract, rules, target, failOn, basePaths });
  }
}

/** The verdict as the control API tells it. */
export function verdictJson(
  { events, summary, coverage, shortfalls }: ProxyVerdict,
  { notJudged, repeated }: Pick<ProxyJudge, 'notJudged' | 'repeated'>,
) {
  const failures = events.filter((event): event is FailureEvent => event.type === 'failure');
  const { exitCode, verdict, couldNotJudge } = summary;
  const exchanges = summary.cases + repeated;
  return {
    ...{ exitCode, verdict, couldNotJudge, exchanges, notJudged },
    operations: coverage.operations
      .filter(({ seen }) => seen)
      .map((one) => ({ operation: one.id, statuses: statusesOf(one) })),
    findings: failures.map(({ failure }) => ({
      ...{ rule: failure.rule.id, level: failure.level, verdict: failure.verdict },
      ...{ title: failure.rule.title, actual: failure.actual, pointer: failure.pointer },
      ...{ operations: failure.seen.operations, statuses: failure.seen.statuses },
      exchanges: failure.seen.cases,
    })),
    coverage,
    thresholds: shortfalls,
  };
}

function statusesOf({ statuses, undocumented }: CoverageReport['operations'][number]): number[] {
  const met = Object.entries(statuses).flatMap(([status, isMet]) => (isMet ? [Number(status)] : []));
  return [...met.filter((status) => !Number.isNaN(status)), ...undocumented].sort((a, b) => a - b);
}
