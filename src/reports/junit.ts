import type { Failure, RuleResult } from '../conformance/events.js';
import type { Report, ReportSettings } from './report.js';
import { atTheEnd, count, shownFile } from './run-record.js';
import type { RunRecord } from './run-record.js';
import { escapeMarkup as text } from './xml.js';

/** The report for build servers: a suite for each topic, a test for each rule. */
export function createReport({ startedAt }: ReportSettings): Report {
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

interface TestCase {
  readonly result: 'passed' | 'failed' | 'skipped';
  readonly xml: string;
}

function suite(topic: string, { summary, failures }: RunRecord, time: string): string {
  const tests = summary.rules
    .filter(({ rule }) => rule.topic === topic)
    .map((result) =>
      testCase(
        result,
        failures.filter(({ rule }) => rule.id === result.rule.id),
      ),
    );
  const number = (result: TestCase['result']) => tests.filter((test) => test.result === result).length;
  const counts = `tests="${tests.length}" failures="${number('failed')}" skipped="${number('skipped')}" errors="0"`;
  const body = tests.map(({ xml }) => xml).join('');
  return `  <testsuite name="${text(topic)}" ${counts}${time}>\n${body}  </testsuite>\n`;
}

function testCase(ruleResult: RuleResult, failures: readonly Failure[]): TestCase {
  const { rule, judged } = ruleResult;
  const counting = failures.filter(
    (failure) => failure.verdict === 'FAIL' && failure.expectedFailure === null,
  );
  const others = failures.filter((failure) => !counting.includes(failure));
  const skipped = skipReason(ruleResult, others);
  const [first] = counting;
  const outcome = first ? failureElement(rule.title, first, counting) : skippedElement(skipped);
  const output =
    others.length > 0 ? `      <system-out>${text(others.map(described).join('\n\n'))}</system-out>\n` : '';
  const name = text(`${rule.title} (${rule.section})`);
  return {
    result: first ? 'failed' : skipped === undefined ? 'passed' : 'skipped',
    xml: `    <testcase name="${name}" classname="drydock.${text(rule.id.replace('/', '.'))}" assertions="${judged}">\n${outcome}${output}    </testcase>\n`,
  };
}

/** Why a test that did not fail counts as skipped; undefined when it passed. */
function skipReason({ verdict, judged, reason }: RuleResult, others: readonly Failure[]): string | undefined {
  const expected = others.find((failure) => failure.expectedFailure !== null);
  if (expected) return `Expected failure: ${expected.expectedFailure?.reason ?? ''}`;
  return judged === 0 ? (reason ?? verdict) : undefined;
}

function failureElement(title: string, first: Failure, all: readonly Failure[]): string {
  const message = text(`${title} Got: ${first.actual}`);
  return `      <failure type="${first.level}" message="${message}">${text(all.map(described).join('\n\n'))}</failure>\n`;
}

function skippedElement(reason: string | undefined): string {
  return reason === undefined ? '' : `      <skipped message="${text(reason)}"/>\n`;
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
      ? [`response: HTTP ${failure.answer.status}`, failure.answer.body]
      : [`response: ${failure.noAnswer ?? ''}`]),
    ...(document ? [`document: ${shownFile(document.file)}:${document.line}`] : []),
  ].join('\n');
}
