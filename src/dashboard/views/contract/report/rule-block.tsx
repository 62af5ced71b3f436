import { counted } from '../../../parts/format.js';
import { visibleText } from '../../../parts/visible-text.js';
import type { BrokenRule } from './broken-rules.js';
import { FailureView } from './failure-view.js';

/** The id of a rule's block in the page. */
export function blockId(rule: string): string {
  return `rule-${rule.replace(/[^\w-]/g, '-')}`;
}

/** One broken rule: what it says, and everything that shows it. */
export function RuleBlock({ broken, isOpen }: { broken: BrokenRule; isOpen: boolean }) {
  const { rule, verdict, expected, causes, alsoBy, cases } = broken;
  return (
    <details class="panel failure" id={blockId(rule.id)} open={isOpen}>
      <summary>
        <span class={`badge ${verdict === 'FAIL' && !expected ? 'bad' : 'warn'}`}>
          {visibleText(verdict)}
        </span>
        {causes.some(({ flaky }) => flaky) ? <span class="badge warn">flaky</span> : null}
        {expected ? <span class="badge">expected</span> : null}
        <strong>{visibleText(rule.title)}</strong>
        <span class="hint mono">{visibleText(rule.id)}</span>
        <span class="hint">{counted(cases, 'case')}</span>
      </summary>
      <p class="rule-says">
        {visibleText(rule.section)}: “{visibleText(rule.sentence)}”{' '}
        <span class="badge">{visibleText(rule.level)}</span>
      </p>
      {causes.map((failure, index) => (
        <FailureView key={index} failure={failure} />
      ))}
      {alsoBy.map((failure, index) => (
        <p key={index} class="rule-says">
          Also broken by what breaks{' '}
          <a
            href="#"
            onClick={(event) => {
              event.preventDefault();
              showBlock(failure.rule.id);
            }}
          >
            {visibleText(failure.rule.title)}
          </a>
          : {visibleText(failure.alsoBroken.find((one) => one.rule.id === rule.id)?.actual ?? '')}
        </p>
      ))}
    </details>
  );
}

/** Opens a rule's block and goes there. */
export function showBlock(rule: string): void {
  const block = document.getElementById(blockId(rule));
  if (!(block instanceof HTMLDetailsElement)) return;
  block.open = true;
  block.scrollIntoView({ block: 'start' });
  block.querySelector('summary')?.focus({ preventScroll: true });
}
