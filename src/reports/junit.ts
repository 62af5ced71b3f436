import type { Failure, RuleResult } from '../conformance/events.js';
import { shownPath } from '../contract/files/paths.js';
import type { Report, ReportSettings } from './report.js';
import { atTheEnd, bySeverity, counts, marks, placeText, seenText } from './run-record.js';
import { reportedElsewhere, type RunRecord } from './run-record.js';
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
    .flatMap((result) => testCases(result, failures));
  const number = (result: TestCase['result']) => tests.filter((test) => test.result === result).length;
  const totals = `tests="${tests.length}" failures="${number('failed')}" skipped="${number('skipped')}" errors="0"`;
  const body = tests.map(({ xml }) => xml).join('');
  return `  <testsuite name="${text(topic)}" ${totals}${time}>\n${body}  </testsuite>\n`;
}

/** A test for each cause that is reported under the rule, so that failed tests are as many as failures; else one for the rule. */
function testCases(result: RuleResult, failures: readonly Failure[]): TestCase[] {
  const own = failures.filter(({ rule }) => rule.id === result.rule.id);
  const counting = bySeverity(own.filter(counts));
  if (counting.length === 0) return [unfailedTest(result, own, failures)];
  return counting.map((failure, index) => {
    const name = counting.length === 1 ? '' : `, cause ${index + 1}`;
    const output = index === 0 ? outputElement(own.filter((one) => !counts(one))) : '';
    return { result: 'failed', xml: testElement(result, name, failureElement(failure) + output) };
  });
}

function unfailedTest(result: RuleResult, own: readonly Failure[], failures: readonly Failure[]): TestCase {
  const reason = skipReason(result, own, failures);
  const skipped = reason === undefined ? '' : `      <skipped message="${text(reason)}"/>\n`;
  return {
    result: reason === undefined ? 'passed' : 'skipped',
    xml: testElement(result, '', skipped + outputElement(own)),
  };
}

function testElement({ rule, judged }: RuleResult, suffix: string, inner: string): string {
  const name = text(`${rule.title} (${rule.section})${suffix}`);
  return `    <testcase name="${name}" classname="drydock.${text(rule.id.replace('/', '.'))}" assertions="${judged}">\n${inner}    </testcase>\n`;
}

/** Why a test that did not fail counts as skipped; undefined when it passed. */
function skipReason(
  { rule, verdict, judged, reason }: RuleResult,
  own: readonly Failure[],
  failures: readonly Failure[],
): string | undefined {
  const expected = own.find((failure) => failure.expectedFailure !== null);
  if (expected) return `Expected failure: ${expected.expectedFailure?.reason ?? ''}`;
  return reportedElsewhere(failures, rule.id) ?? (judged === 0 ? (reason ?? verdict) : undefined);
}

function failureElement(failure: Failure): string {
  const message = text(`${failure.rule.title} Got: ${failure.actual}`);
  return `      <failure type="${failure.level}" message="${message}">${text(described(failure))}</failure>\n`;
}

function outputElement(others: readonly Failure[]): string {
  return others.length === 0
    ? ''
    : `      <system-out>${text(others.map(described).join('\n\n'))}</system-out>\n`;
}

function described(failure: Failure): string {
  const { document } = failure;
  return [
    `${marks(failure)} (${failure.level}): ${failure.actual}`,
    `section ${failure.rule.section}: ${failure.rule.sentence}`,
    `seen: ${seenText(failure)}`,
    ...failure.before.flatMap(({ title, sent, answer }) => [
      `first: ${title}`,
      sent.curl,
      `response: HTTP ${answer.status}`,
      answer.body,
    ]),
    `sent: ${failure.title}`,
    `case: ${failure.case}`,
    failure.sent.curl,
    `expected: ${failure.expected.join('; or ')}`,
    ...(failure.pointer === null ? [] : [`at: ${placeText(failure.pointer) ?? ''}`]),
    ...failure.alsoBroken.map(({ rule, actual }) => `also broken: ${rule.id}: ${actual}`),
    ...(failure.answer
      ? [`response: HTTP ${failure.answer.status}`, failure.answer.body]
      : [`response: ${failure.noAnswer ?? ''}`]),
    ...(document ? [`document: ${shownPath(document.file)}:${document.line}`] : []),
  ].join('\n');
}
