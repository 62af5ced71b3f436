import { plural } from '../conformance/counting.js';
import { readFileSync } from 'node:fs';
import type { Failure, RequestEvidence, ResponseEvidence, RuleResult } from '../conformance/events.js';
import { shownPath } from '../contract/files/paths.js';
import { dataFile } from '../contract/package-root.js';
import type { Report, ReportSettings } from './report.js';
import {
  atTheEnd,
  bySeverity,
  caveats,
  counts,
  marks,
  optional,
  placeText,
  seenText,
  verdictLine,
} from './run-record.js';
import type { Row, RunRecord } from './run-record.js';
import { escapeMarkup as text } from './xml.js';

/** Colours, type scale and elements of the dashboard. */
const sharedStyles = ['dashboard/styles/tokens.css', 'dashboard/styles/base.css'];

/** The report for a browser and for paper: one file that loads nothing, searchable, readable without colours. */
export function createReport({ version, startedAt }: ReportSettings): Report {
  const read = (file: string): string => readFileSync(dataFile(file), 'utf8');
  const frame = read('reports/html-frame.html');
  const styles = sharedStyles.map(read).join('\n');
  return { write: atTheEnd((record) => fill(frame, { styles, ...parts(record, version, startedAt) })) };
}

/** Replaces each {{name}} of the frame by its part. Names inside parts are not replaced, so a target can't inject any. */
function fill(frame: string, values: Readonly<Record<string, string>>): string {
  return frame.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

function parts(record: RunRecord, version: string | undefined, startedAt: string | undefined) {
  const { plan, failures, summary } = record;
  const facts: Row[] = [
    ['Target', plan.target],
    ['Document', shownPath(plan.document)],
    ['Level', plan.level],
    ['Seed', String(plan.seed)],
    ...optional('Started', startedAt),
    ...optional('Drydock', version),
  ];
  const nothing = summary.couldNotJudge === null ? 'Nothing failed' : 'Too little was judged';
  return {
    verdict: text(verdictLine(summary)),
    tone: summary.exitCode === 0 ? 'good' : 'bad',
    facts: facts.map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value)}</dd>`).join(''),
    caveats: caveats(plan, summary)
      .map((note) => `<p class="note">${text(note)}</p>`)
      .join(''),
    index: bySeverity(failures).map(indexEntry).join('') || `<li>${nothing}.</li>`,
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
  const at = placeText(failure.pointer);
  const place = document && `${shownPath(document.file)}:${document.line}`;
  const accepted = failure.expectedFailure?.reason;
  const rows: Row[] = [
    ['Rule', `${text(rule.title)} <small>${text(failure.level)}</small>`],
    ['Seen', text(seenText(failure))],
    ['Specification', `${text(rule.section)}: <q>${text(rule.sentence)}</q>`],
    ...failure.before.flatMap(({ title, sent, answer }): Row[] => [
      ['Sent first', request(title, sent)],
      ['Response to it', shownResponse(answer)],
    ]),
    ['Sent', request(failure.title, failure.sent)],
    ['Case', `<code>${text(failure.case)}</code>`],
    ...failure.problems.slice(0, 5).map((problem): Row => ['Wrong with it', text(problem)]),
    ['Expected', failure.expected.map((outcome) => `<div>${text(outcome)}</div>`).join('')],
    ['Got', `<strong>${text(failure.actual)}</strong>`],
    ...optional('At', at && `<code>${text(at)}</code>`),
    ...failure.alsoBroken.map((other): Row => ['Also broken', text(`${other.rule.id}: ${other.actual}`)]),
    ['Response', response(failure)],
    ...optional('Document', place && `<code>${text(place)}</code> <small>${text(document.pointer)}</small>`),
    ...optional('Accepted', accepted && text(accepted)),
  ];
  const title = `<span class="${toneOf(failure)}">${marks(failure)}</span> ${text(rule.id)}: ${text(failure.actual)}`;
  return `<details class="entry" id="cause-${index + 1}"><summary>${title}</summary><dl>${rows.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`).join('')}</dl></details>`;
}

function request(title: string, { curl }: RequestEvidence): string {
  return `${text(title)}<pre tabindex="0">${text(curl)}</pre>`;
}

function response({ answer, noAnswer }: Failure): string {
  return answer === null ? text(noAnswer ?? '') : shownResponse(answer);
}

/** Headers and body are long, and closed. */
function shownResponse(answer: ResponseEvidence): string {
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
