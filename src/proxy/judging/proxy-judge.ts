import type { ConformanceEvent, SummaryEvent } from '../../conformance/events.js';
import type { LoadedRule } from '../../conformance/rules/rule.js';
import { createTrafficJudge, type TrafficJudge } from '../../conformance/traffic/traffic-judge.js';
import type { TrafficFinding, TrafficJudgement } from '../../conformance/traffic/traffic-judgement.js';
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
  /** Windows have a verdict of their own too. */
  readonly windows?: boolean | undefined;
}

/** A finding of a rule, and how many exchanges have it. */
interface FindingCount extends Pick<TrafficFinding, 'rule' | 'verdict'> {
  readonly count: number;
}

/** Counts of exchanges. */
export interface PassedCounts {
  readonly passed: number;
  readonly repeated: number;
  readonly notJudged: number;
  readonly found: readonly FindingCount[];
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

/** What passed in a window, or altogether. */
class PassedTraffic {
  /** The part of the document that was met, as `CoverageMarker` makes it. */
  readonly marks = new Set<string>();
  /** Exchanges that were the same as one that was judged before. */
  repeated = 0;
  /** Exchanges outside of the document, or that were not judged, or not in full. */
  notJudged = 0;
}

/** Judgements that are remembered. */
const maxRemembered = 2000;

/** Holds what passes a proxy against the document and the rules, and says at any time what came of it. */
export class ProxyJudge {
  private judge: TrafficJudge | undefined;
  private passed = 0;
  /** By the digest of the exchange: clients ask the same again and again. */
  private readonly judged = new Map<string, TrafficJudgement>();
  private readonly all = new PassedTraffic();
  private window: PassedTraffic | undefined;
  /** Findings, by rule and verdict. */
  private readonly found = new Map<string, FindingCount>();

  /** @param target the base address of the target */
  constructor(
    private readonly options: JudgeOptions,
    private readonly target: string,
  ) {
    if (options.windows) this.window = new PassedTraffic();
  }

  /** Counts of everything. */
  get counts(): PassedCounts {
    const { repeated, notJudged } = this.all;
    return { passed: this.passed, repeated, notJudged, found: [...this.found.values()] };
  }

  private get periods(): readonly PassedTraffic[] {
    return this.window ? [this.all, this.window] : [this.all];
  }

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
    if (!known && digest !== undefined) this.remember(digest, judgement);
    for (const period of this.periods) {
      if (known) period.repeated += 1;
      if (judgement.notJudged !== null) period.notJudged += 1;
      else cover(period.marks, finished);
    }
    for (const finding of judgement.findings) this.count(finding);
    return judgement;
  }

  private count({ rule, verdict }: TrafficFinding): void {
    const key = `${verdict} ${rule}`;
    const { count } = this.found.get(key) ?? { count: 0 };
    this.found.set(key, { rule, verdict, count: count + 1 });
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
    for (const period of this.periods) period.notJudged += 1;
    this.miss(finished, reason);
  }

  /** The verdict about everything until now. @param notices further sentences for its reports */
  verdict(mock: Mock, notices: readonly string[] = []): ProxyVerdict {
    return this.verdictOf(mock, 'all', this.all, notices);
  }

  /** Ends the window with its verdict, and begins another one. @param notices further sentences for its reports */
  endWindow(mock: Mock, notices: readonly string[] = []): ProxyVerdict {
    const verdict = this.verdictOf(mock, 'window', this.window ?? this.all, notices);
    this.window = new PassedTraffic();
    this.judge?.beginWindow();
    // What is the same as an exchange of an earlier window counts in this one too.
    this.judged.clear();
    return verdict;
  }

  private verdictOf(
    mock: Mock,
    part: 'all' | 'window',
    { marks, repeated }: PassedTraffic,
    further: readonly string[],
  ): ProxyVerdict {
    const coverage = coverageReport(mock, marks);
    const shortfalls = belowThresholds(coverage, this.options.thresholds ?? {});
    const judge = this.judge ?? this.judgeOf(mock.contract, this.target);
    const notices = [metText(coverage), ...repeatedNotice(repeated), ...further];
    const events = [...judge.events({ shortfalls, notices }, part)];
    const summary = events.at(-1);
    if (summary?.type !== 'summary') throw new TypeError('The events of the judge have no summary.');
    return { events, summary, coverage, shortfalls };
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
    const judge = createTrafficJudge({ contract, rules, target, failOn, basePaths });
    if (this.window) judge.beginWindow();
    return judge;
  }
}

/** Coverage counts responses of the target that were judged whole. */
function cover(met: Set<string>, { exchange, outcome: { answer } }: FinishedExchange): void {
  const { match, scenario, value } = exchange;
  if (match.kind !== 'operation' || answer === undefined) return;
  const covered = { status: answer.status, scenario: scenario?.applied, body: value };
  for (const mark of match.served.coverage.marks(covered, met)) met.add(mark);
}

function repeatedNotice(repeated: number): string[] {
  const isOne = repeated === 1;
  return repeated === 0
    ? []
    : [
        `${repeated} more ${isOne ? 'exchange was' : 'exchanges were'} the same as others, and judged with them.`,
      ];
}
