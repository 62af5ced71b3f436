import type { Failure, RuleResult } from '../conformance/events.js';
import type { Report, ReportSettings } from './report.js';
import { atTheEnd, count, shownFile } from './run-record.js';
import type { RunRecord } from './run-record.js';
import { escapeMarkup as text } from './xml.js';

/** The report for build servers: a suite for each topic, a test for each rule. */
export function junitReport({ startedAt }: ReportSettings): Report {
  return { write: atTheEnd((record) => document(record, startedAt)) };
}

function document(record: RunRecord, startedAt: string | undefined): string {
  const { summary } = record;
  const topics = [...new Set(summary.rules.map(({ rule }) => rule.topic))].sort();
  const time = startedAt === undefined ? '' : ` timestamp="${text(startedAt)}"`;
  const body =
    summary.couldNotJudge === null
      ? topics.map((topic) => suite(topic, record, time)).join('')
      : `  <testsuite name="drydock" tests="1" errors="1"${time}>\n    <testcase name="the target can be judged" classname="drydock">\n      <error message="${text(summary.couldNotJudge)}"/>\n    </testcase>\n  </testsuite>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Drydock contract suite" time="${summary.seconds}">\n${body}</testsuites>\n`;
}

function suite(topic: string, { summary, failures }: RunRecord, time: string): string {
  const results = summary.rules.filter(({ rule }) => rule.topic === topic);
  const tests = results.map((result) =>
    testCase(
      result,
      failures.filter(({ rule }) => rule.id === result.rule.id),
    ),
  );
  const failed = tests.filter((test) => test.includes('<failure')).length;
  const skipped = tests.filter((test) => test.includes('<skipped')).length;
  return `  <testsuite name="${text(topic)}" tests="${tests.length}" failures="${failed}" skipped="${skipped}" errors="0"${time}>\n${tests.join('')}  </testsuite>\n`;
}

function testCase({ rule, verdict, judged, reason }: RuleResult, failures: readonly Failure[]): string {
  const counting = failures.filter(
    (failure) => failure.verdict === 'FAIL' && failure.expectedFailure === null,
  );
  const others = failures.filter((failure) => !counting.includes(failure));
  const [first] = counting;
  const expected = others.find((failure) => failure.expectedFailure !== null);
  const parts = [
    first
      ? `      <failure type="${first.level}" message="${text(`${rule.title} Got: ${first.actual}`)}">${text(counting.map(described).join('\n\n'))}</failure>\n`
      : '',
    !first && expected
      ? `      <skipped message="${text(`Expected failure: ${expected.expectedFailure?.reason ?? ''}`)}"/>\n`
      : '',
    !first && !expected && judged === 0 ? `      <skipped message="${text(reason ?? verdict)}"/>\n` : '',
    others.length > 0 ? `      <system-out>${text(others.map(described).join('\n\n'))}</system-out>\n` : '',
  ].join('');
  const name = text(`${rule.title} (${rule.section})`);
  return `    <testcase name="${name}" classname="drydock.${text(rule.id.replace('/', '.'))}" assertions="${judged}">\n${parts}    </testcase>\n`;
}

function described(failure: Failure): string {
  const { document } = failure;
  return [
    `${failure.verdict} ${failure.level}${failure.flaky ? ' FLAKY' : ''}: ${failure.actual}`,
    `section ${failure.rule.section}: ${failure.rule.sentence}`,
    `sent: ${failure.title} (${count(failure.cases.length, 'case')})`,
    failure.sent.curl,
    `expected: ${failure.expected.join('; or ')}`,
    ...(failure.pointer === null ? [] : [`at: ${failure.pointer}`]),
    ...(failure.answer
      ? [`answer: HTTP ${failure.answer.status}`, failure.answer.body]
      : [`answer: ${failure.noAnswer ?? ''}`]),
    ...(document ? [`document: ${shownFile(document.file)}:${document.line}`] : []),
  ].join('\n');
}
