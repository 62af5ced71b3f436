import type { EntrySummary } from '../describe-entry.js';
import { compares } from './search-terms.js';
import type { SearchQuestion, SearchTerm } from './search-terms.js';

/** What the line of an exchange shows of it. */
export interface SearchedLine extends Pick<
  EntrySummary,
  'id' | 'method' | 'path' | 'operation' | 'status' | 'durationMs' | 'scenario' | 'fault' | 'problems'
> {
  readonly sandbox: string;
}

/**
 * Whether an exchange meets all terms, as far as its line tells.
 *
 * @returns undefined where headers, bodies or problems decide
 */
export function matchLine(terms: readonly SearchTerm[], line: SearchedLine): boolean | undefined {
  let open = false;
  for (const term of terms) {
    const met = termInLine(term, line);
    if (met === false) return false;
    if (met === undefined) open = true;
  }
  return open ? undefined : true;
}

/** The same of one term. */
export function termInLine(term: SearchTerm, line: SearchedLine): boolean | undefined {
  const met = answer(term, line);
  return met === undefined || !term.not ? met : !met;
}

function answer(asked: SearchQuestion, line: SearchedLine): boolean | undefined {
  switch (asked.kind) {
    case 'status':
      return hasStatus(line.status, asked.comparison, asked.digits);
    case 'took':
      return compares(line.durationMs, asked.comparison, asked.number);
    case 'problems':
      return compares(line.problems, asked.comparison, asked.number);
    case 'id':
      return compares(line.id, asked.comparison, asked.number);
    case 'op':
      return same(line.operation ?? 'none', asked.text);
    case 'sandbox':
      return same(line.sandbox, asked.text);
    case 'method':
      return same(line.method, asked.text);
    case 'path':
      return has(line.path, asked.text);
    case 'fault':
      return line.fault !== null && (same(asked.text, 'any') || has(line.fault, asked.text));
    case 'scenario':
      return same(asked.text, 'any')
        ? line.scenario.length > 0
        : line.scenario.some((name) => has(name, asked.text));
    case 'text':
      return inLine(line, asked.text) ? true : undefined;
    case 'key':
    case 'header':
    case 'body':
    case 'request':
    case 'response':
      return undefined;
  }
}

/** A class such as `5xx` is compared by its first digit: `status:>=4xx` is every error. */
function hasStatus(status: number, comparison: '=' | '>' | '>=' | '<' | '<=', digits: string): boolean {
  return compares(Number(String(status).slice(0, digits.length)), comparison, Number(digits));
}

function inLine(
  { method, path, status, scenario, sandbox, operation, fault }: SearchedLine,
  text: string,
): boolean {
  return (
    has(path, text) ||
    same(method, text) ||
    String(status) === text ||
    has(sandbox, text) ||
    has(operation ?? '', text) ||
    has(fault ?? '', text) ||
    scenario.some((name) => has(name, text))
  );
}

function has(whole: string, part: string): boolean {
  return whole.toLowerCase().includes(part.toLowerCase());
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
