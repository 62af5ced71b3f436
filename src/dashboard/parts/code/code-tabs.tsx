import { useId } from 'preact/hooks';
import { CopyButton } from '../controls.js';
import { TabList } from '../tabs.js';
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

export function CodeTabs<T extends string>(props: CodeTabsProps<T>) {
  const { label, tabs, chosen, onChoose, text, textLabel, copyHint } = props;
  const id = useId();
  return (
    <div class="sample">
      <div class="tabs-line">
        <TabList {...{ label, chosen, onChoose, id }} tabs={tabs.map((tab) => ({ name: tab, title: tab }))} />
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
