import { useId } from 'preact/hooks';
import { CopyButton } from '../controls.js';
import { visibleText } from '../text.js';

interface CodeTabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly T[];
  readonly chosen: T;
  readonly onChoose: (tab: T) => void;
  /** The code of the chosen tab. */
  readonly text: string;
  readonly textLabel: string;
  readonly copyHint?: string;
}

/** Code in several languages, in tabs as the ARIA practices describe them: arrow keys move, Tab leaves to the code. */
export function CodeTabs<T extends string>(props: CodeTabsProps<T>) {
  const { label, tabs, chosen, onChoose, text, textLabel, copyHint } = props;
  const id = useId();
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = tabs[(tabs.indexOf(chosen) + step + tabs.length) % tabs.length] ?? chosen;
    onChoose(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div class="sample">
      <div class="tabs-line">
        <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
          {tabs.map((tab) => (
            <button
              key={tab}
              id={`${id}-${tab}`}
              type="button"
              role="tab"
              aria-selected={tab === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={tab === chosen ? 0 : -1}
              onClick={() => onChoose(tab)}
            >
              {tab}
            </button>
          ))}
        </div>
        <CopyButton text={text} label="Copy" hint={copyHint} plain />
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        <CodeBlock text={text} label={textLabel} />
      </div>
    </div>
  );
}

/** A text to read or copy; it scrolls by keyboard too. */
export function CodeBlock({ text, label, wrap = false }: { text: string; label: string; wrap?: boolean }) {
  return (
    <pre class={`code${wrap ? ' wrap' : ''}`} tabIndex={0} role="region" aria-label={label}>
      <code>{visibleText(text)}</code>
    </pre>
  );
}
