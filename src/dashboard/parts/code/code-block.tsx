import { visibleText } from '../visible-text.js';

/** A text to read or copy; it scrolls by keyboard too. */
export function CodeBlock({ text, label, wrap = false }: { text: string; label: string; wrap?: boolean }) {
  return (
    <pre class={`code${wrap ? ' wrap' : ''}`} tabIndex={0} role="region" aria-label={label}>
      <code>{visibleText(text)}</code>
    </pre>
  );
}
