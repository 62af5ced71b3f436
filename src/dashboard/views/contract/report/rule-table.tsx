import { useState } from 'preact/hooks';
import { count } from '../../../parts/format.js';
import { visibleText } from '../../../parts/visible-text.js';
import type { RuleResult } from './suite-report.js';

const tones: Readonly<Record<string, string>> = { PASS: 'good', FAIL: 'bad', ERROR: 'bad', WARN: 'warn' };

/** Every rule and its verdict, those that are broken first. */
export function RuleTable({ rules }: { rules: readonly RuleResult[] }) {
  const [text, setText] = useState('');
  const found = sorted(rules).filter(({ rule, verdict }) =>
    `${rule.id} ${rule.title} ${verdict} ${rule.section}`.toLowerCase().includes(text.toLowerCase().trim()),
  );
  return (
    <section class="panel" aria-labelledby="rules">
      <div class="panel-head">
        <h2 id="rules">Rules</h2>
        <input
          class="input short"
          type="search"
          aria-label="Find a rule"
          placeholder="Find a rule"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <div class="table-scroll" role="region" aria-label="Table of rules" tabIndex={0}>
        <table class="data">
          <thead>
            <tr>
              <th scope="col">Verdict</th>
              <th scope="col">Rule</th>
              <th scope="col">Section</th>
              <th scope="col" class="num">
                Cases
              </th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ rule, verdict, judged, reason }) => (
              <tr key={rule.id}>
                <td>
                  <span class={`badge ${tones[verdict] ?? ''}`}>
                    {visibleText(verdict.replace('_', ' '))}
                  </span>
                </td>
                <th scope="row">
                  {visibleText(rule.title)} <span class="hint mono">{visibleText(rule.id)}</span>
                  {reason ? <span class="hint"> {visibleText(reason)}</span> : null}
                </th>
                <td>{visibleText(rule.section)}</td>
                <td class="num">{count(judged)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function sorted(rules: readonly RuleResult[]): readonly RuleResult[] {
  const order = ['FAIL', 'ERROR', 'WARN', 'PASS', 'SKIP', 'NOT_APPLICABLE'];
  return [...rules].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
}
