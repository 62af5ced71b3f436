import { plural } from '../conformance/counting.js';
import { variablesIn } from '../conformance/evidence/key-variables.js';
import type {
  CaseEvent,
  ConformanceEvent,
  Failure,
  PlanEvent,
  RuleResult,
  SummaryEvent,
} from '../conformance/events.js';
import { shownPath } from '../contract/files/paths.js';
import type { Report, ReportSettings } from './report.js';
import {
  atTheEnd,
  bySeverity,
  caveats,
  commandsOf,
  counts,
  flakyText,
  marks,
  fixFirst,
  notJudged,
  optional,
  placeText,
  seenText,
  verdictLine,
} from './run-record.js';
import type { Row, RunRecord } from './run-record.js';

/** The part of a response's body that is shown. */
const bodyLines = 12;
const bodyCharacters = 700;

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
  const { cases, rules, exchanges, level, seed } = plan;
  const size =
    exchanges === undefined
      ? `${plural(cases.length, 'case')} from ${plural(rules.length, 'rule')}, level ${level}, seed ${seed}`
      : `${plural(exchanges, 'exchange')} held against ${plural(rules.length, 'rule')}, level ${level}`;
  return `Contract of ${shownPath(plan.document)}\nagainst ${plan.target}\n${size}\n\n`;
}

function ending({ plan, failures, summary }: RunRecord, paint: Paint): string {
  const parts =
    summary.couldNotJudge === null
      ? [
          ...bySeverity(failures).map((failure) => block(failure, paint)),
          topics(summary, paint),
          operations(summary),
          fixText(failures),
        ]
      : [];
  const style = summary.exitCode === 0 ? 'green' : 'red';
  const notes = caveats(plan, summary).map((note) => `${note}\n`);
  return [...parts, ...skipped(summary), ...notes, `${paint(style, verdictLine(summary))}\n`].join('');
}

/** One cause with everything that is needed to understand and fix it; a warning in short. */
function block(failure: Failure, paint: Paint): string {
  const head = paint(counts(failure) ? 'red' : 'yellow', marks(failure));
  const rows = showsCommands(failure) ? failureRows(failure, paint) : warningRows(failure);
  return `${head} ${paint('bold', failure.rule.id)} ${seenText(failure)}\n${rows.map(row).join('')}\n`;
}

function showsCommands({ verdict }: Failure): boolean {
  return verdict === 'FAIL';
}

function warningRows(failure: Failure): Row[] {
  return [
    ['rule', `${failure.rule.title} [${failure.level}, ${failure.rule.section}]`],
    ['sent', failure.title],
    ['got', failure.actual],
    ...alsoRows(failure),
  ];
}

function failureRows(failure: Failure, paint: Paint): Row[] {
  const { rule, sent, document, pointer } = failure;
  return [
    ['rule', `${rule.title} ${paint('dim', `[${failure.level}]`)}`],
    ['says', `${rule.section}: ${rule.sentence}`],
    ...beforeRows(failure),
    ['sent', failure.title],
    ['', sent.curl],
    ['case', failure.case],
    ...wrongRows(failure),
    ['expected', failure.expected.join(failure.expected.length > 2 ? ', or ' : '\nor ')],
    ['got', paint('bold', failure.actual)],
    ...optional('at', placeText(pointer)),
    ...alsoRows(failure),
    ...responseRows(failure),
    ...optional('document', document && `${shownPath(document.file)}:${document.line}`),
    ...optional('flaky', failure.flaky ? flakyText(failure) : null),
    ...optional('accepted', failure.expectedFailure?.reason),
  ];
}

function beforeRows({ before }: Failure): Row[] {
  return before.flatMap(({ title, sent, answer }): Row[] => [
    ['first', title],
    ['', `${sent.curl}\nHTTP ${answer.status}`],
  ]);
}

/** Few, so that the first 15 lines of a report reach what came instead. */
const maxWrong = 2;

function wrongRows({ problems }: Failure): Row[] {
  const shown = problems.slice(0, maxWrong);
  const more = problems.length - shown.length;
  return shown.map((problem, index): Row => {
    const isLast = index === shown.length - 1 && more > 0;
    return ['wrong', isLast ? `${problem}, and ${plural(more, 'more problem')}` : problem];
  });
}

/** Other rules that are shown one by one. */
const maxAlso = 6;

function alsoRows({ alsoBroken }: Failure): Row[] {
  const shown = alsoBroken.slice(0, maxAlso).map(({ rule, actual }) => `${rule.id}: ${actual}`);
  const more = alsoBroken.length - shown.length;
  const lines = more > 0 ? [...shown, `and ${plural(more, 'more finding')}`] : shown;
  return lines.length === 0 ? [] : [['also', lines.join('\n')]];
}

function responseRows({ answer, noAnswer }: Failure): Row[] {
  if (answer === null) return noAnswer === null ? [] : [['response', noAnswer]];
  const type =
    answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'no Content-Type';
  const lines = answer.body.split('\n');
  const text = (lines.length > bodyLines ? [...lines.slice(0, bodyLines), '…'] : lines).join('\n');
  const shown = text.length > bodyCharacters ? `${text.slice(0, bodyCharacters)}…` : text;
  return [['response', `HTTP ${answer.status}, ${type}\n${shown}`]];
}

function row([name, text]: Row): string {
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

/** The broken rules at the end, where a terminal shows them without scrolling. */
function fixText(failures: readonly Failure[]): string {
  const lines = fixFirst(failures).map(({ failure, others }, index) => {
    const shown = others.slice(0, maxAlso).join(', ');
    const more = others.length > maxAlso ? ` and ${plural(others.length - maxAlso, 'more rule')}` : '';
    const also = others.length === 0 ? '' : `; also ${shown}${more}`;
    return `  ${index + 1}. ${failure.rule.id} (${plural(failure.seen.cases, 'case')})${also}\n`;
  });
  const variables = variablesIn(failures.filter(showsCommands).flatMap(commandsOf));
  const keys = variables.length === 0 ? '' : `keys in commands: export ${variables.join(' ')}`;
  if (lines.length === 0) return keys && `${keys}\n\n`;
  return `broken rules, the first to fix on top${keys && ` (${keys})`}\n${lines.join('')}\n`;
}

function skipped(summary: SummaryEvent): string[] {
  if (summary.couldNotJudge !== null) return [];
  const lines = notJudged(summary).map(({ id, reason }) => `${id} was not judged: ${reason}\n`);
  return lines.length === 0 ? [] : [...lines, '\n'];
}
