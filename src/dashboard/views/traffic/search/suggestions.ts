import { searchTokens } from '../../../../journal/search/search-terms.js';
import { faultKinds } from '../../../../scenarios/faults/registry.js';

export interface Suggestion {
  readonly text: string;
  readonly means: string;
}

export interface SuggestionSources {
  readonly operations: readonly string[];
  readonly sandboxes: readonly string[];
  readonly scenarios: readonly string[];
  readonly paths: readonly string[];
}

const maxValues = 8;

/** Completions of a search: tokens, and after a token its values. */
export function suggestionsFor(typed: string, sources: SuggestionSources): readonly Suggestion[] {
  const word = lastWord(typed);
  const [, minus = '', name = '', value] = /^(-?)([a-z]*)(?::(.*))?$/i.exec(word) ?? [];
  if (value === undefined) {
    const begun = Object.entries(searchTokens).filter(([token]) => token.startsWith(name.toLowerCase()));
    const values = { ...valuesOf(sources), path: sources.paths };
    return begun.map(([token, { means, example }]) => ({
      text: `${minus}${token}:`,
      means: `${means}, ${ownExample(token, values) ?? example}`,
    }));
  }
  return (valuesOf(sources)[name.toLowerCase()] ?? [])
    .filter((one) => one.toLowerCase().includes(value.toLowerCase()) && one !== value)
    .slice(0, maxValues)
    .map((one) => ({ text: `${minus}${name}:${/\s/.test(one) ? `"${one}"` : one}`, means: '' }));
}

/** Names that nothing here has would be misleading; of a scenario any is one. */
const named = ['op', 'sandbox', 'scenario', 'path'];

function ownExample(token: string, values: ReturnType<typeof valuesOf>): string | undefined {
  const first = named.includes(token) ? values[token]?.find((one) => one !== 'any') : undefined;
  return first === undefined ? undefined : `${token}:${first}`;
}

export function accepted(typed: string, { text }: Suggestion): string {
  const before = typed.slice(0, typed.length - lastWord(typed).length);
  return before + text + (text.endsWith(':') ? '' : ' ');
}

function lastWord(typed: string): string {
  return /\S*$/.exec(typed)?.[0] ?? '';
}

function valuesOf(sources: SuggestionSources): Readonly<Partial<Record<string, readonly string[]>>> {
  const { operations, sandboxes, scenarios } = sources;
  return {
    status: ['2xx', '4xx', '5xx', '200', '201', '400', '401', '403', '404', '429', '500'],
    op: [...operations, 'none'],
    sandbox: sandboxes,
    scenario: ['any', ...scenarios],
    fault: ['any', ...faultKinds.map(({ kind }) => kind)],
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    key: ['valid', 'limited', 'expired', 'unknown', 'missing'],
    took: ['>10', '>100', '>1s'],
    problems: ['>0', '0'],
    findings: ['>0', '0'],
  };
}
