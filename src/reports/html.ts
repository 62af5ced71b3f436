import { readFileSync } from 'node:fs';
import type { Failure, RuleResult } from '../conformance/events.js';
import type { Report, ReportSettings } from './report.js';
import { atTheEnd, bySeverity, caveats, count, shownFile, verdictLine } from './run-record.js';
import type { RunRecord } from './run-record.js';
import { escapeMarkup as text } from './xml.js';

/** The report for a browser and for paper: one file that loads nothing, searchable, readable without colours. */
export function createReport({ version, startedAt }: ReportSettings): Report {
  const frame = readFileSync(new URL('./html-frame.html', import.meta.url), 'utf8');
  return { write: atTheEnd((record) => fill(frame, parts(record, version, startedAt))) };
}

/** Replaces each {{name}} of the frame by its part. Names inside parts are not replaced, so a target can't inject any. */
function fill(frame: string, values: Readonly<Record<string, string>>): string {
  return frame.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

function parts(record: RunRecord, version: string | undefined, startedAt: string | undefined) {
  const { plan, failures, summary } = record;
  const facts: [string, string][] = [
    ['Target', plan.target],
    ['Document', shownFile(plan.document)],
    ['Level', plan.level],
    ['Seed', String(plan.seed)],
    ...(startedAt === undefined ? [] : [['Started', startedAt] as [string, string]]),
    ...(version === undefined ? [] : [['Drydock', version] as [string, string]]),
  ];
  return {
    verdict: text(verdictLine(summary)),
    tone: summary.exitCode === 0 ? 'good' : 'bad',
    facts: facts.map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value)}</dd>`).join(''),
    caveats: caveats(plan, summary)
      .map((note) => `<p class="note">${text(note)}</p>`)
      .join(''),
    failures: bySeverity(failures).map(article).join('') || '<p>Nothing failed.</p>',
    rules: summary.rules.map(ruleRow).join(''),
    operations: summary.operations
      .map(({ operation, cases, failed, warned, skipped }) =>
        cells([operation, cases - skipped, failed, warned, skipped]),
      )
      .join(''),
  };
}

function article(failure: Failure): string {
  const { rule, document, answer } = failure;
  const tone = failure.verdict === 'FAIL' && failure.expectedFailure === null ? 'bad' : 'warn';
  const marks = [
    failure.verdict,
    failure.flaky ? 'FLAKY' : '',
    failure.expectedFailure ? 'EXPECTED' : '',
  ].filter((mark) => mark !== '');
  const rows: [string, string][] = [
    ['Rule', `${text(rule.title)} <small>${text(failure.level)}</small>`],
    ['Specification', `${text(rule.section)}: <q>${text(rule.sentence)}</q>`],
    [
      'Sent',
      `${text(failure.title)} <small>${count(failure.cases.length, 'case')}</small><pre>${text(failure.sent.curl)}</pre>`,
    ],
    ...failure.problems.slice(0, 5).map((problem): [string, string] => ['Wrong with it', text(problem)]),
    ['Expected', failure.expected.map((outcome) => `<div>${text(outcome)}</div>`).join('')],
    ['Got', `<strong>${text(failure.actual)}</strong>`],
    ...(failure.pointer === null
      ? []
      : [['At', `<code>${text(failure.pointer || 'the body itself')}</code>`] as [string, string]]),
    [
      'Response',
      answer
        ? `HTTP ${answer.status}<pre>${text(answer.headers.map((pair) => pair.join(': ')).join('\n'))}\n\n${text(answer.body)}</pre>`
        : text(failure.noAnswer ?? ''),
    ],
    ...(document
      ? [
          [
            'Document',
            `<code>${text(`${shownFile(document.file)}:${document.line}`)}</code> <small>${text(document.pointer)}</small>`,
          ] as [string, string],
        ]
      : []),
    ...(failure.expectedFailure
      ? [['Accepted', text(failure.expectedFailure.reason)] as [string, string]]
      : []),
  ];
  const title = `<span class="${tone}">${text(marks.join(' '))}</span> ${text(rule.id)} <small>${text(failure.operation ?? '')}</small>`;
  const open = tone === 'bad' ? ' open' : '';
  return `<details class="entry"${open}><summary>${title}</summary><dl>${rows.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`).join('')}</dl></details>`;
}

function ruleRow({ rule, verdict, judged, reason }: RuleResult): string {
  const tone = { PASS: 'good', FAIL: 'bad', WARN: 'warn', SKIP: '', NOT_APPLICABLE: '', ERROR: 'bad' }[
    verdict
  ];
  return `<tr class="entry"><td><span class="${tone}">${verdict.replace('_', ' ')}</span></td><td>${text(rule.id)}</td><td>${text(rule.title)}</td><td>${text(rule.section)}</td><td>${judged}</td><td>${text(reason ?? '')}</td></tr>`;
}

function cells(values: readonly (string | number)[]): string {
  return `<tr>${values.map((value) => `<td>${text(String(value))}</td>`).join('')}</tr>`;
}
