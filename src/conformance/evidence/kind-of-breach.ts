import type { Breach } from '../rules/rule.js';

/** Longer phrases differ in what a target said, not in kind. */
const maxLength = 80;

/**
 * The part of an actual result that breaches of one cause share: "status 400", "got a text", "no Content-Type". Values are left out,
 * so that `got 200` and `got 404` are the same kind.
 */
export function kindOfBreach({ actual, kind }: Breach): string {
  if (kind !== undefined) return kind;
  const status = /^status (\d)(\d\d)$/.exec(actual);
  // Which of its codes a crashing server chooses says nothing.
  if (status) return `status ${status[1] === '5' ? '5xx' : `${status[1] ?? ''}${status[2] ?? ''}`}`;
  const [, value] = /\bgot (.+)$/s.exec(actual) ?? [];
  if (value !== undefined) return `got ${kindOfValue(value)}`;
  return withoutValues(actual);
}

/** The kind of a value as problems show it: `"10.5"` is a text, `an array of 3` an array. */
function kindOfValue(shown: string): string {
  if (shown.startsWith('"')) return 'a text';
  if (/^-?\d|^a number/.test(shown)) return 'a number';
  if (/^(true|false)\b/.test(shown)) return 'a boolean';
  return /^(null|nothing|an? \w+)/.exec(shown)?.[0] ?? withoutValues(shown);
}

function withoutValues(phrase: string): string {
  return phrase
    .slice(0, 400)
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'|\[.*\]/g, '…')
    .replace(/\d+/g, '#')
    .replace(/:.*$/s, '')
    .slice(0, maxLength);
}
