import { plural } from '../conformance/counting.js';
import type { Failure, ResponseEvidence } from '../conformance/events.js';
import { shownPath } from '../contract/files/paths.js';
import { codeBlock, codeSpan, prose } from './markdown-text.js';
import type { Report, ReportSettings } from './report.js';
import {
  atTheEnd,
  bySeverity,
  caveats,
  marks,
  fixFirst,
  notJudged,
  placeText,
  seenText,
  verdictLine,
} from './run-record.js';
import type { RunRecord } from './run-record.js';

/** The report for a pull request, an issue or a job's summary. */
export function createReport({ version, startedAt }: ReportSettings): Report {
  return { write: atTheEnd((record) => document(record, version, startedAt)) };
}

function document(record: RunRecord, version: string | undefined, startedAt: string | undefined): string {
  const { plan, failures, summary } = record;
  const facts = [
    `Target: ${codeSpan(plan.target)}`,
    `Document: ${codeSpan(shownPath(plan.document))}, level ${plan.level}, seed ${plan.seed}`,
    ...(startedAt === undefined ? [] : [`Started: ${prose(startedAt)}`]),
    ...(version === undefined ? [] : [`Drydock ${prose(version)}`]),
  ];
  const parts = [
    `# ${prose(verdictLine(summary))}`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    ...caveats(plan, summary).map(prose),
    ...fixList(failures),
    ...bySeverity(failures).map(section),
    ...(summary.operations.length === 0 ? [] : [operationTable(record)]),
    rulesLine(record),
  ];
  return `${parts.join('\n\n')}\n`;
}

function fixList(failures: readonly Failure[]): string[] {
  const lines = fixFirst(failures).map(({ failure, others }, index) => {
    const also = others.length === 0 ? '' : `; also ${others.map(codeSpan).join(', ')}`;
    return `${index + 1}. ${codeSpan(failure.rule.id)} (${plural(failure.seen.cases, 'case')})${also}`;
  });
  return lines.length === 0 ? [] : [`## What to fix first\n\n${lines.join('\n')}`];
}

function section(failure: Failure): string {
  const { rule, answer, document: place } = failure;
  const at = placeText(failure.pointer);
  return [
    `## ${marks(failure)} ${codeSpan(rule.id)}`,
    `${prose(rule.title)} Specification ${prose(rule.section)}: ${prose(rule.sentence)}`,
    [
      `- Seen ${prose(seenText(failure))}`,
      `- Case: ${codeSpan(failure.case)}`,
      ...failure.expected.map((outcome) => `- Expected: ${codeSpan(outcome)}`),
      `- Got: ${codeSpan(failure.actual)}`,
      ...(at === null ? [] : [`- At: ${codeSpan(at)}`]),
      ...failure.alsoBroken.map(
        (other) => `- Also broken: ${codeSpan(other.rule.id)}: ${codeSpan(other.actual)}`,
      ),
      ...(place === null ? [] : [`- Document: ${codeSpan(`${shownPath(place.file)}:${place.line}`)}`]),
      ...(failure.expectedFailure ? [`- Accepted: ${prose(failure.expectedFailure.reason)}`] : []),
    ].join('\n'),
    ...failure.before.flatMap(({ title, sent, answer: came }) => [
      `First, ${codeSpan(title)}:`,
      codeBlock(sent.curl, 'sh'),
      details(came),
    ]),
    codeBlock(failure.sent.curl, 'sh'),
    answer === null ? prose(failure.noAnswer ?? '') : details(answer),
  ].join('\n\n');
}

function details({ status, body }: ResponseEvidence): string {
  return `<details><summary>HTTP ${status}</summary>\n\n${codeBlock(body)}\n\n</details>`;
}

function operationTable({ summary }: RunRecord): string {
  const rows = summary.operations.map(
    ({ operation, cases, failed, warned, skipped }) =>
      `| ${prose(operation)} | ${cases} | ${failed} | ${warned} | ${skipped} |`,
  );
  return [
    '| operation | cases | failed | warned | skipped |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function rulesLine({ summary }: RunRecord): string {
  const { rules } = summary;
  const number = (...verdicts: readonly string[]): number =>
    rules.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const others = notJudged(summary).map(
    ({ id, reason }) => `- ${codeSpan(id)} was not judged: ${prose(reason)}`,
  );
  const totals = `${plural(rules.length, 'rule')}: ${number('PASS')} passed, ${number('FAIL')} failed, ${number('WARN')} warned, ${number('SKIP', 'NOT_APPLICABLE', 'ERROR')} not judged.`;
  return [totals, ...(others.length === 0 ? [] : ['', ...others])].join('\n');
}
