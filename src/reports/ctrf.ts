import type { Failure, RuleResult } from '../conformance/events.js';
import type { Report, ReportSettings } from './report.js';
import { atTheEnd, bySeverity, counts, curlsOf, reportedElsewhere, seenText } from './run-record.js';
import type { RunRecord } from './run-record.js';

/** The report for tools that read the Common Test Report Format (ctrf.io): a test for each cause, and for each rule without one. */
export function createReport(settings: ReportSettings): Report {
  return { write: atTheEnd((record) => `${JSON.stringify(document(record, settings), null, 2)}\n`) };
}

function document(record: RunRecord, { version, startedAt }: ReportSettings) {
  const { plan, summary } = record;
  const tests =
    summary.couldNotJudge === null
      ? summary.rules.flatMap((result) => testsOf(result, record.failures))
      : [impossible(summary.couldNotJudge)];
  const number = (status: Test['status']): number => tests.filter((test) => test.status === status).length;
  const start = startedAt === undefined ? 0 : Date.parse(startedAt);
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    ...(startedAt === undefined ? {} : { timestamp: startedAt }),
    generatedBy: 'drydock',
    results: {
      tool: { name: 'drydock', ...(version === undefined ? {} : { version }) },
      summary: {
        tests: tests.length,
        passed: number('passed'),
        failed: number('failed'),
        pending: 0,
        skipped: number('skipped'),
        other: number('other'),
        start,
        stop: start + Math.round(summary.seconds * 1000),
      },
      tests,
      extra: { target: plan.target, level: plan.level, seed: plan.seed, verdict: summary.verdict },
    },
  };
}

interface Test {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'other';
  /** Milliseconds; what a rule took is not measured, because its cases run beside those of others. */
  readonly duration: number;
  readonly suite?: readonly string[];
  readonly message?: string;
  readonly trace?: string;
  readonly rawStatus?: string;
  readonly tags?: readonly string[];
  readonly flaky?: boolean;
}

function testsOf(result: RuleResult, failures: readonly Failure[]): Test[] {
  const { rule } = result;
  const common = { duration: 0, suite: ['drydock', rule.topic], tags: [rule.id, rule.level] };
  const own = bySeverity(failures.filter((failure) => failure.rule.id === rule.id));
  const counting = own.filter(counts);
  if (counting.length === 0) return [{ name: nameOf(result), ...common, ...unfailed(result, own, failures) }];
  return counting.map((failure, index) => ({
    name: counting.length === 1 ? nameOf(result) : `${nameOf(result)}, cause ${index + 1}`,
    status: 'failed',
    ...common,
    rawStatus: failure.verdict,
    message: `${failure.actual}, seen ${seenText(failure)}. Expected ${failure.expected.join('; or ')}.`,
    trace: `${curlsOf(failure)}\ncase ${failure.case}`,
    flaky: failure.flaky,
  }));
}

function unfailed(
  { rule, judged, reason, verdict }: RuleResult,
  own: readonly Failure[],
  failures: readonly Failure[],
): Pick<Test, 'status' | 'rawStatus' | 'message'> {
  const elsewhere = reportedElsewhere(failures, rule.id);
  if (elsewhere !== undefined) return { status: 'other', rawStatus: verdict, message: elsewhere };
  if (judged === 0) return { status: 'skipped', rawStatus: verdict, message: reason ?? verdict };
  const [first] = own;
  if (first === undefined) return { status: 'passed', rawStatus: verdict };
  const accepted = first.expectedFailure === null ? '' : ` Accepted: ${first.expectedFailure.reason}`;
  return {
    status: 'other',
    rawStatus: verdict,
    message: `${first.actual}, seen ${seenText(first)}.${accepted}`,
  };
}

function nameOf({ rule }: RuleResult): string {
  return `${rule.title} (${rule.section})`;
}

function impossible(reason: string): Test {
  return { name: 'the target can be judged', status: 'failed', duration: 0, message: reason };
}
