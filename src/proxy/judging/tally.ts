import type { TrafficJudge, TrafficTally } from '../../conformance/traffic/traffic-judge.js';
import { coverageReport } from '../../journal/coverage/coverage-report.js';
import { belowThresholds, type CoverageThresholds, metText } from '../../journal/coverage/coverage-text.js';
import type { Mock } from '../../mock/mock.js';
import type { FinishedExchange } from '../exchange/outcome.js';
import type { JudgedService } from './judged-service.js';
import type { Verdict } from './verdict.js';

/** Sentences for a report: reasons why there is no verdict, and notes. */
interface Remarks {
  readonly shortfalls: readonly string[];
  readonly notices: readonly string[];
}

/** Counts of what passed: altogether or in a window, to all services or to one. */
export class Tally {
  /** Exchanges that were the same as one that was judged before. */
  repeated = 0;
  /** Exchanges that were not judged, or not in full. */
  notJudged = 0;
  /** The part of the document that was met, as `CoverageMarker` makes it. */
  private readonly marks = new Set<string>();

  /** @param service undefined for all of them */
  constructor(
    readonly results: TrafficJudge | TrafficTally,
    readonly service?: JudgedService,
  ) {}

  includes(path: string): boolean {
    return this.service?.hasPath(path) ?? true;
  }

  /** Counts a response of the target that was judged whole. */
  cover({ exchange: { match, scenario, value }, outcome: { answer } }: FinishedExchange): void {
    if (match.kind !== 'operation' || answer === undefined) return;
    const covered = { status: answer.status, scenario: scenario?.applied, body: value };
    for (const mark of match.served.coverage.marks(covered, this.marks)) this.marks.add(mark);
  }

  verdict(mock: Mock, thresholds: CoverageThresholds, remarks: Remarks): Verdict {
    const { repeated, notJudged } = this;
    const operations = mock.operations.filter(({ operation }) => this.includes(operation.path));
    const coverage = coverageReport({ operations, scenarios: mock.scenarios }, this.marks);
    const shortfalls = [...belowThresholds(coverage, thresholds), ...remarks.shortfalls];
    const same = repeated === 0 ? [] : [repeatedNotice(repeated)];
    const notices = [metText(coverage), ...same, ...remarks.notices];
    const events = [...this.results.events({ shortfalls, notices })];
    const summary = events.at(-1);
    if (summary?.type !== 'summary') throw new TypeError('The events of the judge have no summary.');
    return { events, summary, coverage, shortfalls, repeated, notJudged };
  }
}

function repeatedNotice(repeated: number): string {
  const exchanges = repeated === 1 ? 'exchange was' : 'exchanges were';
  return `${repeated} more ${exchanges} the same as others, and judged with them.`;
}
