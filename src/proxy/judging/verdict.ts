import type { ConformanceEvent, FailureEvent, SummaryEvent } from '../../conformance/events.js';
import type { CoverageReport } from '../../journal/coverage/coverage-report.js';

/** The verdict about some traffic. */
export interface Verdict {
  /** As of a run of the suite, for any report. */
  readonly events: readonly ConformanceEvent[];
  readonly summary: SummaryEvent;
  readonly coverage: CoverageReport;
  /** Sentences. */
  readonly shortfalls: readonly string[];
  /** Exchanges that were the same as one that was judged before. */
  readonly repeated: number;
  /** Exchanges that were not judged, or not in full. */
  readonly notJudged: number;
}

/** The verdict about one of several services. */
export interface ServiceVerdict extends Verdict {
  /** The prefix of its route; empty for the service that gets the rest. */
  readonly prefix: string;
  readonly target: string;
}

/** The verdict about all that passed a proxy; its exit code is the worst of all services. */
export interface ProxyVerdict extends Verdict {
  /** Of each service with a document, where there are several. */
  readonly services: readonly ServiceVerdict[];
}

/** The verdict as the control API tells it. */
export function verdictJson({ services, ...all }: ProxyVerdict) {
  const { coverage, shortfalls } = all;
  return {
    ...totalsOf(all),
    coverage,
    thresholds: shortfalls,
    ...(services.length > 0 && {
      services: services.map((one) => ({ service: one.prefix || '/', target: one.target, ...totalsOf(one) })),
    }),
  };
}

function totalsOf({ events, summary, coverage, repeated, notJudged }: Verdict) {
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
  };
}

function statusesOf({ statuses, undocumented }: CoverageReport['operations'][number]): number[] {
  const met = Object.entries(statuses).flatMap(([status, isMet]) => (isMet ? [Number(status)] : []));
  return [...met.filter((status) => !Number.isNaN(status)), ...undocumented].sort((a, b) => a - b);
}
