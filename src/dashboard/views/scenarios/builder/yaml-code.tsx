/** The scenario as YAML in colours. */
import { visibleText } from '../../../parts/text.js';

/** A line as `yamlText` writes it: where it begins, its key, its value. */
const form = /^(?<start>\s*(?:- )?)(?:(?<key>"(?:[^"\\]|\\.)*"|[^":]+)(?<colon>: ?))?(?<value>.*)$/;

/** @param text as `yamlText` writes it */
export function YamlCode({ text, label }: { text: string; label: string }) {
  return (
    <pre class="code wrap" tabIndex={0} role="region" aria-label={label}>
      <code>
        {text
          .trimEnd()
          .split('\n')
          .map((line, index) => (
            <YamlLine key={index} line={visibleText(line)} />
          ))}
      </code>
    </pre>
  );
}

function YamlLine({ line }: { line: string }) {
  const { start = '', key = '', colon = '', value = '' } = form.exec(line)?.groups ?? { value: line };
  return (
    <>
      {start}
      {key === '' ? null : <span class="t-key">{key}</span>}
      {colon}
      {value === '' ? null : <span class={`t-${kindOf(value)}`}>{value}</span>}
      {'\n'}
    </>
  );
}

function kindOf(value: string): string {
  if (/^-?\d+(\.\d+)?$/.test(value)) return 'number';
  return /^(true|false|null|normal)$/.test(value) ? 'word' : 'string';
}
