import { Script, createContext } from 'node:vm';
import { LinearPattern, UnboundedPatternError } from '../../contract/patterns/linear-pattern.js';
import { PatternWork, PatternWorkError } from '../../contract/patterns/pattern-work.js';
import { searchedCharacters, type PatternSearch } from './pattern-search.js';

export interface SearchLimits {
  /** Milliseconds that one search may take. */
  readonly one: number;
  /** Milliseconds that all searches may take together, beyond the first millisecond of each. */
  readonly all: number;
}

/** A search takes microseconds; a machine that is busy can suspend it for a tenth of a second. */
const defaultLimits: SearchLimits = { one: 250, all: 1000 };

/** The work of all searches together, as a multiple of that of a request: a long journal is read by several patterns. */
const timesOfRequest = 3;

/*
 * A regular expression can take centuries ((a+)+$ on a few dozen characters). Most are searched in linear time, and stopped by the
 * work that they take, which is the same on every machine. Those with a reference to a group, or a look ahead or behind, are left
 * to V8, which stops one only where a script has a timeout, so this constant script runs the search; the pattern reaches
 * it as an object, never as code.
 */
const search = new Script('pattern.test(text)');

/** The patterns of one verification: each compiled once, and given up once it took too long. */
export class BoundedPatterns implements PatternSearch {
  private readonly compiled = new Map<string, LinearPattern | RegExp>();
  private readonly work = new PatternWork(timesOfRequest);
  private readonly givenUp = new Set<string>();
  private readonly place: { pattern?: RegExp; text?: string } = {};
  private context: object | undefined;
  private left: number;

  constructor(private readonly limits: SearchLimits = defaultLimits) {
    this.left = limits.all;
  }

  /** Tells whether the pattern is found in the text; undefined when to find out would take too long. */
  found(source: string, text: string): boolean | undefined {
    if (this.givenUp.has(source)) return undefined;
    const pattern = this.compiled.get(source) ?? compile(source);
    this.compiled.set(source, pattern);
    const searched = text.slice(0, searchedCharacters);
    return pattern instanceof LinearPattern
      ? this.withinWork(pattern, searched)
      : this.withinTime(source, pattern, searched);
  }

  private withinWork(pattern: LinearPattern, text: string): boolean | undefined {
    try {
      return pattern.searchWithin(this.work, text);
    } catch (error) {
      if (!(error instanceof PatternWorkError)) throw error;
      return undefined;
    }
  }

  private withinTime(source: string, pattern: RegExp, text: string): boolean | undefined {
    if (this.left <= 0) return undefined;
    this.context ??= createContext(this.place);
    const start = performance.now();
    try {
      this.place.pattern = pattern;
      this.place.text = text;
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

function compile(source: string): LinearPattern | RegExp {
  try {
    return new LinearPattern(source);
  } catch (error) {
    if (!(error instanceof UnboundedPatternError)) throw error;
    return new RegExp(source, 'u');
  }
}
