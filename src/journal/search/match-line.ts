import type { EntrySummary } from '../describe-entry.js';
import { compares, type Comparison, type SearchQuestion, type SearchTerm } from './search-terms.js';

/** The fields of an exchange that its line shows. */
export interface SearchedLine extends Omit<
  EntrySummary,
  | 'time'
  | 'query'
  | 'firstByteMs'
  | 'channel'
  | 'answeredBy'
  | 'requestSize'
  | 'responseSize'
  | 'retryAfterSeconds'
> {
  readonly sandbox: string;
}

type TextQuestion = Extract<SearchQuestion, { readonly text: string }>;

/** Tells whether an exchange is what is asked, as far as its line tells; undefined where headers, bodies or problems decide. */
type LineTest = (line: SearchedLine) => boolean | undefined;

/** Makes the test of all terms together. */
export function linesTest(terms: readonly SearchTerm[]): LineTest {
  const tests = terms.map(lineTest);
  return (line) => {
    let open = false;
    for (const test of tests) {
      const met = test(line);
      if (met === false) return false;
      if (met === undefined) open = true;
    }
    return open ? undefined : true;
  };
}

/** The same of one term. */
export function lineTest(term: SearchTerm): LineTest {
  const test = questionTest(term);
  if (!term.not) return test;
  return (line) => {
    const met = test(line);
    return met === undefined ? undefined : !met;
  };
}

/** The numbers that tokens ask for. */
const numbers = {
  took: ({ durationMs }: SearchedLine) => durationMs,
  problems: ({ problems }: SearchedLine) => problems,
  findings: ({ findings = 0 }: SearchedLine) => findings,
  id: ({ id }: SearchedLine) => id,
};

function questionTest(asked: SearchQuestion): LineTest {
  if ('text' in asked) return textTest(asked.kind, asked.text);
  if ('number' in asked) return (line) => compares(numbers[asked.kind](line), asked.comparison, asked.number);
  return ({ status, headBytes }) => headBytes > 0 && hasStatus(status, asked.comparison, asked.digits);
}

function textTest(kind: TextQuestion['kind'], text: string): LineTest {
  const has = containing(text);
  const is = (value: string): boolean => value.toLowerCase() === text.toLowerCase();
  const isAny = is('any');
  switch (kind) {
    case 'op':
      return ({ operation }) => is(operation ?? 'none');
    case 'sandbox':
      return ({ sandbox }) => is(sandbox);
    case 'method':
      return ({ method }) => is(method);
    case 'path':
      return ({ path }) => has(path);
    case 'ending':
      return ({ ending }) => is(ending ?? 'pending');
    case 'fault':
      return ({ fault }) => fault !== null && (isAny || has(fault));
    case 'scenario':
      return ({ scenario }) => (isAny ? scenario.length > 0 : scenario.some(has));
    case 'text':
      return ({ method, path, status, headBytes, scenario, sandbox, operation, fault }) =>
        has(path) ||
        is(method) ||
        (headBytes > 0 && String(status) === text) ||
        has(sandbox) ||
        has(operation ?? '') ||
        has(fault ?? '') ||
        scenario.some(has)
          ? true
          : undefined;
    default:
      return () => undefined;
  }
}

/** A class such as `5xx` is compared by its first digit: `status:>=4xx` is every error. */
function hasStatus(status: number, comparison: Comparison, digits: string): boolean {
  return compares(Number(String(status).slice(0, digits.length)), comparison, Number(digits));
}

/** Number of values that a test remembers: names recur in thousands of exchanges, paths with ids don't. */
const remembered = 1000;

/** Makes the test whether a text contains a part, in any spelling of its letters and percent-encoded or not. */
export function containing(part: string): (whole: string) => boolean {
  const wanted = part.toLowerCase();
  const plain = percentDecoded(part).toLowerCase();
  const known = new Map<string, boolean>();
  return (whole) => {
    const before = known.get(whole);
    if (before !== undefined) return before;
    const found =
      whole.toLowerCase().includes(wanted) ||
      ((plain !== wanted || whole.includes('%')) && percentDecoded(whole).toLowerCase().includes(plain));
    if (known.size < remembered) known.set(whole, found);
    return found;
  };
}

/** A text without its percent-encoding, as far as that is readable. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
