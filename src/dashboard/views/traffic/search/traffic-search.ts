import { linesTest } from '../../../../journal/search/match-line.js';
import { parseSearch, type ParsedSearch } from '../../../../journal/search/search-terms.js';
import type { LoggedExchange } from '../../../state/exchange-log.js';

/** The search of the list: filters from the address and the typed text. */
export interface TrafficSearch extends ParsedSearch {
  /** All of it as one text, as the control API takes it. */
  readonly text: string;
}

/** Filters that links set by a name of their own in the address, and their tokens. */
export const filterTokens = { sandbox: 'sandbox', operation: 'op', status: 'status' } as const;

export const filterNames = Object.keys(filterTokens) as readonly (keyof typeof filterTokens)[];

export function searchOf(query: Readonly<Record<string, string>>): TrafficSearch {
  const filters = filterNames.flatMap((name) => {
    const value = (query[name] ?? '').replaceAll('"', '');
    return value === '' ? [] : [`${filterTokens[name]}:${/\s/.test(value) ? `"${value}"` : value}`];
  });
  const text = [...filters, (query.text ?? '').trim()].filter((part) => part !== '').join(' ');
  return { ...parseSearch(text), text };
}

/**
 * The exchanges that match, the latest first; `open` is true if headers, bodies or problems decide about some: only the mock has
 * those.
 */
export function localMatches(entries: readonly LoggedExchange[], { terms }: Pick<ParsedSearch, 'terms'>) {
  const test = linesTest(terms);
  const verdicts = entries.map((entry) => test(entry));
  return {
    rows: entries.filter((_, index) => verdicts[index] === true).reverse(),
    open: verdicts.includes(undefined),
  };
}
