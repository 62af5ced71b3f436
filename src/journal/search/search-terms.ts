/**
 * The language of a search in journals: words that are looked for everywhere, and tokens such as `status:5xx` that ask one
 * thing. All of them must be met; a minus sign before one turns it round. Page and control API read it with this code.
 */
import { nearest } from '../../contract/nearest-names.js';

/** The comparison of a number; `=` where none is written. */
export type Comparison = '=' | '>' | '>=' | '<' | '<=';

/** The condition of one term of a search. */
export type SearchQuestion =
  /** Found anywhere: in the line of the exchange, its headers, its bodies, its problems. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: TextToken; readonly text: string }
  | { readonly kind: NumberToken; readonly comparison: Comparison; readonly number: number }
  /** A status such as `404`, or the first digit of a class such as `4xx`. */
  | { readonly kind: 'status'; readonly comparison: Comparison; readonly digits: string };

export type SearchTerm = SearchQuestion & { readonly not: boolean };

type TextToken = Exclude<Token, NumberToken | 'status'>;
type NumberToken = 'took' | 'problems' | 'findings' | 'id';

interface TokenInfo {
  /** The condition in words, for the list of suggestions. */
  readonly means: string;
  readonly example: string;
}

/** Every token with its meaning, in the order of lists. */
export const searchTokens = {
  status: { means: 'status, or a class of them', example: 'status:5xx' },
  op: { means: 'operation; none for an unknown path', example: 'op:listBooks' },
  sandbox: { means: 'sandbox', example: 'sandbox:alice' },
  method: { means: 'method', example: 'method:POST' },
  path: { means: 'part of the path', example: 'path:/books' },
  took: { means: 'milliseconds', example: 'took:>100' },
  fault: { means: 'how the connection was broken', example: 'fault:reset' },
  ending: { means: 'how the response ended, or pending', example: 'ending:left' },
  scenario: { means: 'part of a scenario’s name, or any', example: 'scenario:flaky' },
  problems: { means: 'number of problems', example: 'problems:>0' },
  findings: { means: 'number of findings of a proxy', example: 'findings:>0' },
  rule: { means: 'rule that an exchange at a proxy breaks', example: 'rule:envelope/data' },
  key: { means: 'valid, limited, expired, unknown or missing', example: 'key:expired' },
  header: { means: 'part of a header line', example: 'header:retry-after' },
  body: { means: 'part of either body', example: 'body:19.82' },
  request: { means: 'part of the request body', example: 'request:LBS' },
  response: { means: 'part of the response body', example: 'response:rate_' },
  id: { means: 'number of the request in its sandbox', example: 'id:7' },
} as const satisfies Readonly<Record<string, TokenInfo>>;

type Token = keyof typeof searchTokens;

const numberTokens: ReadonlySet<string> = new Set(['took', 'problems', 'findings', 'id']);

export interface ParsedSearch {
  readonly terms: readonly SearchTerm[];
  /** A sentence for each token that can't be read. */
  readonly problems: readonly string[];
}

/** Characters of the longest search. */
export const longestSearch = 500;

/** Reads a search. Words in double quotes stay together: `body:"two words"`. */
export function parseSearch(text: string): ParsedSearch {
  const terms: SearchTerm[] = [];
  const problems: string[] = [];
  for (const word of text.slice(0, longestSearch).matchAll(/-?(?:[a-z]+:)?"[^"]*"?|\S+/gi)) {
    const read = readWord(word[0]);
    if ('problem' in read) problems.push(read.problem);
    else if (!('text' in read) || read.text !== '') terms.push(read);
  }
  return { terms, problems };
}

function readWord(word: string): SearchTerm | { readonly problem: string } {
  const not = word.length > 1 && word.startsWith('-');
  const [, name = '', rest = ''] = /^-?([a-z]+):(.*)$/is.exec(word) ?? [];
  const token = name.toLowerCase();
  if (Object.hasOwn(searchTokens, token)) {
    const read = readToken(token as Token, unquoted(rest));
    return 'problem' in read ? read : { ...read, not };
  }
  // Such as http://host or 10:30: two colons' worth of text, and no token.
  const misspelt = /^-?[a-z]{2,}:[^/]/i.test(word)
    ? nearest(token, Object.keys(searchTokens), 1)[0]
    : undefined;
  if (misspelt !== undefined) return { problem: `${name}: is not a token; did you mean ${misspelt}:?` };
  const text = unquoted(not ? word.slice(1) : word);
  // Prices are numbers in bodies.
  return { kind: 'text', text: text.replace(/^\$(?=\d)/, ''), not };
}

function readToken(token: Token, value: string): SearchQuestion | { readonly problem: string } {
  const wrong = (what: string) => ({
    problem: `${token}: needs ${what}, such as ${searchTokens[token].example}${value === '' ? '' : `; got ${JSON.stringify(value.slice(0, 40))}`}`,
  });
  if (value === '') return wrong('a value');
  const [, sign = '=', amount = ''] = /^(>=|<=|>|<|=)?(.+)$/s.exec(value) ?? [];
  const comparison = sign as Comparison;
  if (token === 'status') {
    if (!/^[1-5](\d\d|xx)$/i.test(amount)) return wrong('a status or a class');
    return { kind: token, comparison, digits: amount.toLowerCase().replaceAll('x', '') };
  }
  if (!numberTokens.has(token)) return { kind: token as TextToken, text: value };
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|s)?$/i.exec(amount) ?? [];
  if (digits === '' || (unit !== '' && token !== 'took')) return wrong('a number');
  const number = Number(digits) * (unit.toLowerCase() === 's' ? 1000 : 1);
  return { kind: token as NumberToken, comparison, number };
}

function unquoted(text: string): string {
  return text.replace(/^"|"$/g, '');
}

/** Tells whether a number meets the condition of a term. */
export function compares(number: number, comparison: Comparison, with_: number): boolean {
  if (number === with_) return comparison.includes('=');
  return comparison.startsWith(number > with_ ? '>' : '<');
}
