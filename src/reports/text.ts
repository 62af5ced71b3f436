import type {
  CaseEvent,
  ConformanceEvent,
  Failure,
  PlanEvent,
  RuleResult,
  SummaryEvent,
} from '../conformance/events.js';
import type { Report, ReportSettings } from './report.js';
import { atTheEnd, bySeverity, caveats, count, shownFile, verdictLine } from './run-record.js';
import type { RunRecord } from './run-record.js';

/** How many lines of a response's body are shown. */
const bodyLines = 12;

/** The report for people at a terminal: a heading, the failures in full, tables by topic and operation, the verdict last. */
export function createReport({ color = false }: ReportSettings): Report {
  const paint = painter(color);
  const end = atTheEnd((record) => ending(record, paint));
  return {
    write: (event) => (event.type === 'plan' ? heading(event) : '') + end(event),
    progress,
  };
}

type Paint = (style: keyof typeof styles, text: string) => string;

const styles = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 } as const;

const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');

function painter(color: boolean): Paint {
  return (style, text) => (color ? `\u001b[${styles[style]}m${text}\u001b[0m` : text);
}

function progress(event: ConformanceEvent): string | undefined {
  if (event.type !== 'case') return undefined;
  const { done, total, operation, title }: CaseEvent = event;
  return `${done}/${total} ${operation ?? ''} ${title}`.slice(0, 78);
}

function heading(plan: PlanEvent): string {
  const size = `${count(plan.cases.length, 'case')} from ${count(plan.rules.length, 'rule')}`;
  return `Contract of ${shownFile(plan.document)}\nagainst ${plan.target}\n${size}, level ${plan.level}, seed ${plan.seed}\n\n`;
}

function ending({ plan, failures, summary }: RunRecord, paint: Paint): string {
  const parts =
    summary.couldNotJudge === null
      ? [
          ...bySeverity(failures).map((failure) => block(failure, paint)),
          topics(summary, paint),
          operations(summary),
        ]
      : [];
  const style = summary.exitCode === 0 ? 'green' : 'red';
  const notes = caveats(plan, summary).map((note) => `${note}\n`);
  return [...parts, ...skipped(summary), ...notes, `${paint(style, verdictLine(summary))}\n`].join('');
}

/** One failure with everything that is needed to understand and fix it; a warning in short. */
function block(failure: Failure, paint: Paint): string {
  const marks = [failure.flaky ? 'FLAKY' : '', failure.expectedFailure ? 'EXPECTED' : ''].filter(
    (mark) => mark !== '',
  );
  const counts = failure.verdict === 'FAIL' && failure.expectedFailure === null;
  const head = paint(counts ? 'red' : 'yellow', [failure.verdict, ...marks].join(' '));
  const rows = failure.verdict === 'FAIL' ? failureRows(failure, paint) : warningRows(failure);
  return `${head} ${paint('bold', failure.rule.id)}${failure.operation === null ? '' : ` ${failure.operation}`}\n${rows.map(row).join('')}\n`;
}

type Row = [name: string, text: string];

function warningRows(failure: Failure): Row[] {
  return [
    ['rule', `${failure.rule.title} [${failure.level}, ${failure.rule.section}]`],
    ['sent', sentText(failure)],
    ['got', failure.actual],
  ];
}

function failureRows(failure: Failure, paint: Paint): Row[] {
  const { rule, sent, document, pointer } = failure;
  return [
    ['rule', `${rule.title} ${paint('dim', `[${failure.level}]`)}`],
    ['says', `${rule.section}: ${rule.sentence}`],
    ['sent', sentText(failure)],
    ['', sent.curl],
    ...failure.problems.slice(0, 4).map((problem): Row => ['wrong', problem]),
    ['expected', failure.expected.join('\nor ')],
    ['got', paint('bold', failure.actual)],
    ...optional('at', pointer === '' ? 'the body itself' : pointer),
    ...responseRows(failure),
    ...optional('document', document && `${shownFile(document.file)}:${document.line}`),
    ...optional('flaky', failure.flaky ? 'the same request did not fail again when it was repeated' : null),
    ...optional('accepted', failure.expectedFailure?.reason ?? null),
  ];
}

function optional(name: string, text: string | null): Row[] {
  return text === null ? [] : [[name, text]];
}

function sentText({ title, cases }: Failure): string {
  return cases.length > 1 ? `${title} (and ${count(cases.length - 1, 'more case')} like it)` : title;
}

function responseRows({ answer, noAnswer }: Failure): [string, string][] {
  if (answer === null) return noAnswer === null ? [] : [['response', noAnswer]];
  const type =
    answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'no Content-Type';
  const lines = answer.body.split('\n');
  const shown = lines.length > bodyLines ? [...lines.slice(0, bodyLines), '…'] : lines;
  return [['response', `HTTP ${answer.status}, ${type}\n${shown.join('\n').slice(0, 700)}`]];
}

function row([name, text]: [string, string]): string {
  const [first = '', ...rest] = text.split('\n');
  return [`  ${name.padEnd(9)} ${first}\n`, ...rest.map((line) => `${' '.repeat(12)}${line}\n`)].join('');
}

function topics({ rules }: SummaryEvent, paint: Paint): string {
  const names = [...new Set(rules.map(({ rule }) => rule.topic))].sort();
  const cells = names.map((topic) => {
    const own = rules.filter(({ rule }) => rule.topic === topic);
    const number = (verdict: RuleResult['verdict']) =>
      own.filter((result) => result.verdict === verdict).length;
    const failed = number('FAIL');
    const line = [
      topic,
      number('PASS'),
      failed,
      number('WARN'),
      number('SKIP') + number('NOT_APPLICABLE') + number('ERROR'),
    ];
    return failed > 0 ? line.map((cell) => paint('red', String(cell).padEnd(1))) : line.map(String);
  });
  return table(['rules by topic', 'pass', 'fail', 'warn', 'not judged'], cells);
}

function operations({ operations: results }: SummaryEvent): string {
  const cells = results.map(({ operation, cases, failed, warned, skipped: left }) =>
    [operation, cases - left, failed, warned, left].map(String),
  );
  return table(['cases by operation', 'sent', 'fail', 'warn', 'skipped'], cells);
}

/** Columns as wide as their widest cell, not counting escape sequences. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = (text: string) => text.replace(colours, '').length;
  const widths = head.map((name, column) =>
    Math.max(width(name), ...rows.map((cells) => width(cells[column] ?? ''))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const blank = ' '.repeat(Math.max(0, (widths[column] ?? 0) - width(cell)));
        return column === 0 ? cell + blank : blank + cell;
      })
      .join('  ')
      .trimEnd();
  return `${[head, ...rows].map(line).join('\n')}\n\n`;
}

function skipped({ rules, couldNotJudge }: SummaryEvent): string[] {
  if (couldNotJudge !== null) return [];
  const lines = rules
    .filter(({ verdict }) => verdict === 'SKIP' || verdict === 'ERROR')
    .map(({ rule, reason }) => `${rule.id} was not judged: ${reason ?? ''}\n`);
  return lines.length === 0 ? [] : [...lines, '\n'];
}
