import { Script, createContext } from 'node:vm';
import { searchedCharacters, type PatternSearch } from './pattern-search.js';

export interface SearchLimits {
  /** Milliseconds that one search may take. */
  readonly one: number;
  /** Milliseconds that all searches may take together, beyond the first millisecond of each. */
  readonly all: number;
}

/** A search takes microseconds; a machine that is busy can suspend it for a tenth of a second. */
const defaultLimits: SearchLimits = { one: 250, all: 1000 };

/*
 * A regular expression can take centuries ((a+)+$ on a few dozen characters). V8 stops one only where a script has a
 * timeout, so this constant script runs the search; the pattern reaches it as an object, never as code.
 */
const search = new Script('pattern.test(text)');

/** The patterns of one verification: each compiled once, and given up once it took too long. */
export class BoundedPatterns implements PatternSearch {
  private readonly compiled = new Map<string, RegExp>();
  private readonly givenUp = new Set<string>();
  private readonly place: { pattern?: RegExp; text?: string } = {};
  private context: object | undefined;
  private left: number;

  constructor(private readonly limits: SearchLimits = defaultLimits) {
    this.left = limits.all;
  }

  /** Tells whether the pattern is found in the text; undefined when to find out would take too long. */
  found(source: string, text: string): boolean | undefined {
    if (this.givenUp.has(source) || this.left <= 0) return undefined;
    const pattern = this.compiled.get(source) ?? new RegExp(source, 'u');
    this.compiled.set(source, pattern);
    this.context ??= createContext(this.place);
    const start = performance.now();
    try {
      this.place.pattern = pattern;
      this.place.text = text.slice(0, searchedCharacters);
      return search.runInContext(this.context, { timeout: this.limits.one }) === true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      this.givenUp.add(source);
      return undefined;
    } finally {
      this.left -= Math.max(0, performance.now() - start - 1);
    }
  }
}
