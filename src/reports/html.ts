import { plural } from '../conformance/counting.js';
import { readFileSync } from 'node:fs';
import type { Failure, RuleResult } from '../conformance/events.js';
import { dataFile } from '../contract/package-root.js';
import type { Report, ReportSettings } from './report.js';
import {
  atTheEnd,
  bySeverity,
  caveats,
  counts,
  marks,
  placeText,
  seenText,
  shownFile,
  verdictLine,
} from './run-record.js';
import type { RunRecord } from './run-record.js';
import { escapeMarkup as text } from './xml.js';

/** The report for a browser and for paper: one file that loads nothing, searchable, readable without colours. */
export function createReport({ version, startedAt }: ReportSettings): Report {
  const frame = readFileSync(dataFile('reports/html-frame.html'), 'utf8');
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
    index: bySeverity(failures).map(indexEntry).join('') || '<li>Nothing failed.</li>',
    failures: bySeverity(failures).map(article).join(''),
    ruleCount: plural(summary.rules.length, 'rule'),
    rules: summary.rules.map(ruleRow).join(''),
    operations: summary.operations
      .map(({ operation, cases, failed, warned, skipped }) =>
        cells([operation, cases - skipped, failed, warned, skipped]),
      )
      .join(''),
  };
}

function indexEntry(failure: Failure, index: number): string {
  return `<li><span class="${toneOf(failure)}">${marks(failure)}</span> <a href="#cause-${index + 1}">${text(failure.rule.id)}</a> <small>${text(seenText(failure))}</small></li>`;
}

function toneOf(failure: Failure): string {
  return counts(failure) ? 'bad' : 'warn';
}

function article(failure: Failure, index: number): string {
  const { rule, document } = failure;
  const rows: [string, string][] = [
    ['Rule', `${text(rule.title)} <small>${text(failure.level)}</small>`],
    ['Seen', text(seenText(failure))],
    ['Specification', `${text(rule.section)}: <q>${text(rule.sentence)}</q>`],
    ['Sent', `${text(failure.title)}<pre tabindex="0">${text(failure.sent.curl)}</pre>`],
    ['Case', `<code>${text(failure.case)}</code>`],
    ...failure.problems.slice(0, 5).map((problem): [string, string] => ['Wrong with it', text(problem)]),
    ['Expected', failure.expected.map((outcome) => `<div>${text(outcome)}</div>`).join('')],
    ['Got', `<strong>${text(failure.actual)}</strong>`],
    ...(failure.pointer === null
      ? []
      : [['At', `<code>${text(placeText(failure.pointer) ?? '')}</code>`] as [string, string]]),
    ...failure.alsoBroken.map((other): [string, string] => [
      'Also broken',
      `${text(other.rule.id)}: ${text(other.actual)}`,
    ]),
    ['Response', response(failure)],
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
  const title = `<span class="${toneOf(failure)}">${marks(failure)}</span> ${text(rule.id)}: ${text(failure.actual)}`;
  return `<details class="entry" id="cause-${index + 1}"><summary>${title}</summary><dl>${rows.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`).join('')}</dl></details>`;
}

/** Headers and body are long, and closed. */
function response({ answer, noAnswer }: Failure): string {
  if (answer === null) return text(noAnswer ?? '');
  const lines = [...answer.headers.map((pair) => pair.join(': ')), '', answer.body].join('\n');
  return `<details><summary>HTTP ${answer.status}</summary><pre tabindex="0">${text(lines)}</pre></details>`;
}

function ruleRow({ rule, verdict, judged, reason }: RuleResult): string {
  const tone = { PASS: 'good', FAIL: 'bad', WARN: 'warn', SKIP: '', NOT_APPLICABLE: '', ERROR: 'bad' }[
    verdict
  ];
  return `<tr class="entry"><td><span class="${tone}">${verdict.replace('_', ' ')}</span></td><td>${text(rule.id)}</td><td>${text(rule.title)}</td><td data-name="Section">${text(rule.section)}</td><td data-name="Judged">${judged}</td><td>${text(reason ?? '')}</td></tr>`;
}

function cells(values: readonly (string | number)[]): string {
  return `<tr>${values.map((value) => `<td>${text(String(value))}</td>`).join('')}</tr>`;
}
