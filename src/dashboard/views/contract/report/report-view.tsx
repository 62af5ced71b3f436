import { count, counted, dateTime, visibleText } from '../../../parts/text.js';
import { Table, Panel, Numbers } from '../../../parts/layout.js';
import { brokenRules, type BrokenRule } from './broken-rules.js';
import { outcomeOf, outcomes, type Outcome } from './outcomes.js';
import { RuleBlock, RuleLink, VerdictBadge } from './rule-block.js';
import type { SuiteReport, RuleResult } from './suite-report.js';
import { useState } from 'preact/hooks';
import { SearchField } from '../../../parts/fields.js';

/** Rules that are drawn; a report of a foreign suite can hold thousands. */
const maxRules = 200;

export function ReportView({ name, report }: { name: string; report: SuiteReport }) {
  const { summary } = report;
  const conforms = summary.verdict === 'conforms';
  const broken = brokenRules(report.failures);
  return (
    <>
      <section class={`panel verdict ${conforms ? 'good' : 'bad'}`} aria-labelledby="verdict">
        <div class="panel-body stack">
          <p class="hint mono target">{visibleText(report.target)}</p>
          <h2 id="verdict">{visibleText(summary.verdict.replace(/^./, (first) => first.toUpperCase()))}</h2>
          {summary.couldNotJudge ? <p>{visibleText(summary.couldNotJudge)}</p> : null}
          <p>
            {counted(summary.failures, 'failure')}, {counted(summary.warnings, 'warning')};{' '}
            {counted(summary.cases, 'case')} in {summary.seconds.toFixed(1)} s with {count(summary.requests)}{' '}
            requests, at level {visibleText(report.level)}.
          </p>
          <FixFirst broken={broken} />
          {summary.notices.map((notice, index) => (
            <p key={index} class="note warn">
              {visibleText(notice)}
            </p>
          ))}
          <p class="hint">
            {visibleText(name)}, document {visibleText(report.document)}
            {report.startedAt ? `, ${dateTime(report.startedAt)}` : ''}, seed {report.seed}
            {report.drydock ? `, Drydock ${visibleText(report.drydock)}` : ''}
          </p>
        </div>
      </section>
      {broken.length > 0 ? (
        <section class="stack" aria-labelledby="failures">
          <h2 id="failures">Broken rules</h2>
          {broken.length > report.failures.length ? (
            <p class="hint">One cause can break several rules, and each of them is listed.</p>
          ) : null}
          <ol class="panel rule-index">
            {broken.map(({ rule, verdict, expected, cases }) => (
              <li key={rule.id}>
                <RuleLink rule={rule} />
                <span class="hint mono">{visibleText(rule.id)}</span>
                <span class="hint num">{counted(cases, 'case')}</span>
                <VerdictBadge verdict={verdict} expected={expected} />
              </li>
            ))}
          </ol>
          {broken.slice(0, maxRules).map((one, index) => (
            <RuleBlock key={one.rule.id} broken={one} isOpen={index === 0} />
          ))}
          {broken.length > maxRules ? (
            <p class="note">and {count(broken.length - maxRules)} more in the file.</p>
          ) : null}
        </section>
      ) : null}
      <RuleTable rules={report.rules} />
      <Operations operations={report.operations} />
    </>
  );
}

/** The failure whose fix repairs most: the first of the broken rules that fail. */
function FixFirst({ broken }: { broken: readonly BrokenRule[] }) {
  const [first] = broken.filter(({ verdict, expected }) => verdict === 'FAIL' && !expected);
  const [cause] = first?.causes ?? [];
  if (!first || !cause) return null;
  const others = new Set(first.causes.flatMap(({ alsoBroken }) => alsoBroken.map(({ rule }) => rule.id)))
    .size;
  return (
    <p class="note">
      <strong>Fix first:</strong> <RuleLink rule={first.rule} /> {visibleText(cause.actual)}, in{' '}
      {counted(first.cases, 'case')}
      {others > 0 ? `; it breaks ${counted(others, 'other rule')} too` : ''}.
    </p>
  );
}

function Operations({ operations }: { operations: SuiteReport['operations'] }) {
  return (
    <Panel id="operations" title="Operations">
      <Table
        label="Table of operations"
        heads={['Operation']}
        numbers={['Cases', 'Failed', 'Warned', 'Skipped']}
      >
        {operations.map(({ operation, cases, failed, warned, skipped }) => (
          <tr key={operation}>
            <th scope="row">{visibleText(operation)}</th>
            <Numbers values={[cases, failed, warned, skipped].map(count)} />
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

/** Every rule and its verdict, those that are broken first; a pill shows those of one outcome alone. */
function RuleTable({ rules }: { rules: readonly RuleResult[] }) {
  const [text, setText] = useState('');
  const [shown, setShown] = useState<Outcome>();
  const found = sorted(rules).filter(
    ({ rule, verdict }) =>
      (shown === undefined || outcomeOf(verdict) === shown) &&
      `${rule.id} ${rule.title} ${verdict} ${rule.section}`.toLowerCase().includes(text.toLowerCase().trim()),
  );
  const pills = outcomes.map((outcome) => {
    const number = rules.filter(({ verdict }) => outcomeOf(verdict) === outcome).length;
    return (
      <button
        key={outcome.name}
        type="button"
        class={`badge pill ${number === 0 ? '' : outcome.tone}`}
        aria-pressed={shown === outcome}
        onClick={() => setShown(shown === outcome ? undefined : outcome)}
      >
        {count(number)} {outcome.label}
      </button>
    );
  });
  return (
    <Panel
      id="rules"
      title="Rules"
      head={
        <div class="acts">
          {pills}
          <SearchField kind="short" label="Find a rule" value={text} onChange={setText} />
        </div>
      }
    >
      <Table label="Table of rules" heads={['Verdict', 'Rule', 'Section']} numbers={['Cases']}>
        {found.map(({ rule, verdict, judged, reason }) => (
          <tr key={rule.id}>
            <td>
              <span class={`badge ${outcomeOf(verdict).tone}`}>{visibleText(verdict.replace('_', ' '))}</span>
            </td>
            <th scope="row">
              {visibleText(rule.title)} <span class="hint mono">{visibleText(rule.id)}</span>
              {reason ? <span class="hint"> {visibleText(reason)}</span> : null}
            </th>
            <td>{visibleText(rule.section)}</td>
            <td class="num">{count(judged)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

function sorted(rules: readonly RuleResult[]): readonly RuleResult[] {
  const order = ['FAIL', 'ERROR', 'WARN', 'PASS', 'SKIP', 'NOT_APPLICABLE'];
  return [...rules].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
}
