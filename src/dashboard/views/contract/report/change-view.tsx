import { Button } from '../../../parts/controls.js';
import type { ComponentChildren } from 'preact';
import { counted, visibleText } from '../../../parts/text.js';
import { Panel } from '../../../parts/layout.js';
import { brokenRules } from './broken-rules.js';
import type { OpenReport } from './kept-reports.js';
import { RuleLink } from './rule-block.js';
import type { SuiteReport, SuiteRule } from './suite-report.js';

/** Rules newly broken, fixed and still broken since an earlier report. */
export function ChangeView(props: { now: SuiteReport; before: OpenReport; onClose: () => void }) {
  const { now, before, onClose } = props;
  const { added, fixed, same, unjudged } = compareReports(now, before.report);
  const end = (
    <Button kind="small" onClick={onClose}>
      End the comparison
    </Button>
  );
  return (
    <Panel id="change" title={`Since ${visibleText(before.name)}`} head={end}>
      <div class="panel-body stack">
        {now.target === before.report.target ? null : (
          <p class="hint">That report is about {visibleText(before.report.target)}.</p>
        )}
        <Rules title="Newly broken" tone="bad" rules={added} isShown />
        <Rules title="Fixed" tone="good" rules={fixed} />
        <Rules title="Still broken" tone="warn" rules={same} isShown />
        <Rules title="Broken before, not evaluated now" tone="" rules={unjudged} />
      </div>
    </Panel>
  );
}

function compareReports(now: SuiteReport, before: SuiteReport) {
  const [broken, earlier] = [brokenRules(now.failures), brokenRules(before.failures)];
  const isIn = (list: typeof broken, id: string): boolean => list.some(({ rule }) => rule.id === id);
  const passed = new Set(now.rules.filter(({ verdict }) => verdict === 'PASS').map(({ rule }) => rule.id));
  const gone = earlier.filter(({ rule }) => !isIn(broken, rule.id));
  return {
    added: broken.filter(({ rule }) => !isIn(earlier, rule.id)),
    same: broken.filter(({ rule }) => isIn(earlier, rule.id)),
    fixed: gone.filter(({ rule }) => passed.has(rule.id)),
    unjudged: gone.filter(({ rule }) => !passed.has(rule.id)),
  };
}

interface RulesProps {
  readonly title: string;
  readonly tone: string;
  readonly rules: readonly { readonly rule: SuiteRule }[];
  /** True if their blocks are in the page. */
  readonly isShown?: boolean;
}

function Rules({ title, tone, rules, isShown = false }: RulesProps) {
  return (
    <CountedList title={title} tone={tone} count={counted(rules.length, 'rule')}>
      {rules.map(({ rule }) => (
        <li key={rule.id}>
          {isShown ? <RuleLink rule={rule} /> : visibleText(rule.title)}{' '}
          <span class="hint mono">{visibleText(rule.id)}</span>
        </li>
      ))}
    </CountedList>
  );
}

export function CountedList(props: {
  title: string;
  tone: string;
  count: string;
  children: ComponentChildren;
}) {
  const { title, tone, count, children } = props;
  return (
    <div>
      <h3>
        {title} <span class={`badge ${tone}`}>{count}</span>
      </h3>
      <ul>{children}</ul>
    </div>
  );
}
