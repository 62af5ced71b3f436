import type { ComponentChildren } from 'preact';
import { CodeBlock } from '../parts/code/code-tabs.js';
import { visibleText } from '../parts/text.js';

/**
 * A description of a document: the few forms of Markdown that descriptions use, made into elements. HTML in it stays text, so
 * nothing that a document says can become markup.
 */
export function Prose({ text }: { text: string }) {
  if (text.trim() === '') return null;
  return <div class="prose">{blocksOf(text).map((block, index) => blockView(block, index))}</div>;
}

function blocksOf(text: string): readonly string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}(?=(?:[^`]|`(?!``))*(?:```[^]*?```(?:[^`]|`(?!``))*)*$)/)
    .filter((block) => block.trim() !== '');
}

function blockView(block: string, key: number): ComponentChildren {
  const [, code] = /^```[^\n]*\n([^]*?)\n?```\s*$/.exec(block.trim()) ?? [];
  if (code !== undefined) return <CodeBlock key={key} text={code} label="Code" />;
  const heading = /^#{1,6}\s+(.*)$/.exec(block.trim());
  if (heading)
    return (
      <p key={key}>
        <strong>{inline(heading[1] ?? '')}</strong>
      </p>
    );
  const lines = block.split('\n');
  if (lines.every((line) => /^\s*(?:[-*]|\d+\.)\s+/.test(line) || /^\s{2,}\S/.test(line)))
    return (
      <ul key={key}>
        {itemsOf(lines).map((item, index) => (
          <li key={index}>{inline(item)}</li>
        ))}
      </ul>
    );
  return <p key={key}>{inline(block)}</p>;
}

function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  for (const line of lines) {
    const [, item] = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line) ?? [];
    if (item !== undefined) items.push(item);
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items;
}

/** Code, bold text and links to the web. */
function inline(text: string): ComponentChildren[] {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*|\[[^\]\n]+\]\([^)\s]+\))/).map((part, index) => {
    if (part.startsWith('`') && part.length > 2)
      return <code key={index}>{visibleText(part.slice(1, -1))}</code>;
    if (part.startsWith('**') && part.length > 4)
      return <strong key={index}>{visibleText(part.slice(2, -2))}</strong>;
    const [, label, url] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    if (label === undefined || url === undefined) return visibleText(part);
    if (!/^https?:\/\//i.test(url)) return visibleText(label);
    return (
      <a key={index} href={url} rel="noopener noreferrer">
        {visibleText(label)}
      </a>
    );
  });
}
