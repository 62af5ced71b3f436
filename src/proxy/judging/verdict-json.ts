import type { FailureEvent } from '../../conformance/events.js';
import type { CoverageReport } from '../../journal/coverage/coverage-report.js';
import type { PassedCounts, ProxyVerdict } from './proxy-judge.js';

/** The verdict as the control API tells it. */
export function verdictJson(
  { events, summary, coverage, shortfalls }: ProxyVerdict,
  { notJudged, repeated }: Pick<PassedCounts, 'notJudged' | 'repeated'>,
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
