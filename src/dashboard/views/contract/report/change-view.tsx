import { Button } from '../../../parts/button.js';
import { counted } from '../../../parts/format.js';
import { visibleText } from '../../../parts/visible-text.js';
import { compareReports } from './broken-rules.js';
import { RuleLink } from './rule-block.js';
import type { SuiteReport, SuiteRule } from './suite-report.js';

interface ChangeViewProps {
  readonly now: SuiteReport;
  readonly before: SuiteReport;
  readonly name: string;
  readonly onClose: () => void;
}

/** Rules newly broken, fixed and still broken since an earlier report. */
export function ChangeView({ now, before, name, onClose }: ChangeViewProps) {
  const { added, fixed, same, unjudged } = compareReports(now, before);
  return (
    <section class="panel" aria-labelledby="change">
      <div class="panel-head">
        <h2 id="change">Since {visibleText(name)}</h2>
        <Button kind="small" onClick={onClose}>
          End the comparison
        </Button>
      </div>
      <div class="panel-body stack">
        {now.target === before.target ? null : (
          <p class="hint">That report is about {visibleText(before.target)}.</p>
        )}
        <Rules title="Newly broken" tone="bad" rules={added} isShown />
        <Rules title="Fixed" tone="good" rules={fixed} />
        <Rules title="Still broken" tone="warn" rules={same} isShown />
        <Rules title="Broken before, not evaluated now" tone="" rules={unjudged} />
      </div>
    </section>
  );
}

interface RulesProps {
  readonly title: string;
  readonly tone: string;
  readonly rules: readonly SuiteRule[];
  /** True if their blocks are in the page. */
  readonly isShown?: boolean;
}

function Rules({ title, tone, rules, isShown = false }: RulesProps) {
  return (
    <div>
      <h3>
        {title} <span class={`badge ${tone}`}>{counted(rules.length, 'rule')}</span>
      </h3>
      <ul>
        {rules.map((rule) => (
          <li key={rule.id}>
            {isShown ? <RuleLink rule={rule} /> : visibleText(rule.title)}{' '}
            <span class="hint mono">{visibleText(rule.id)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
