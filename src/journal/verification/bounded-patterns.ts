import { Script, createContext } from 'node:vm';

/** Characters of a text that a pattern looks at; what stands behind them is not searched. */
export const searchedCharacters = 10_000;

/** Milliseconds that one search may take, and that all searches of one verification may take beyond the first millisecond of each. */
const limits = { one: 50, all: 1000 };

/*
 * A regular expression can take centuries ((a+)+$ on a few dozen characters). V8 stops one only where a script has a
 * timeout, so that this constant script runs the search; the pattern reaches it as an object, never as code.
 */
const search = new Script('pattern.test(text)');
const place: { pattern: RegExp | undefined; text: string } = { pattern: undefined, text: '' };
const context = createContext(place);

/** The patterns of one verification: each compiled once, and given up once it took too long. */
export class BoundedPatterns {
  private readonly compiled = new Map<string, RegExp>();
  private readonly givenUp = new Set<string>();
  private left = limits.all;

  /** Whether the pattern is found in the text; undefined when to find out would take too long. */
  found(source: string, text: string): boolean | undefined {
    if (this.givenUp.has(source) || this.left <= 0) return undefined;
    const pattern = this.compiled.get(source) ?? new RegExp(source, 'u');
    this.compiled.set(source, pattern);
    const start = performance.now();
    try {
      return searchIn(pattern, text.slice(0, searchedCharacters));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      this.givenUp.add(source);
      return undefined;
    } finally {
      this.left -= Math.max(0, performance.now() - start - 1);
    }
  }
}

function searchIn(pattern: RegExp, text: string): boolean {
  place.pattern = pattern;
  place.text = text;
  try {
    return search.runInContext(context, { timeout: limits.one }) === true;
  } finally {
    place.pattern = undefined;
    place.text = '';
  }
}
