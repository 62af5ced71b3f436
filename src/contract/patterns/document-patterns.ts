import { getOrMake } from '../get-or-make.js';
import type { DocumentNode } from '../document/walk-document.js';
import { toPointer } from '../json-pointer.js';
import { LinearPattern, PatternMemory, UnboundedPatternError } from './linear-pattern.js';
import { PatternWork } from './pattern-work.js';

/** Makes the test of a `pattern`, or of a name in `patternProperties`. @param flags `u`, as JSON Schema wants it */
export type CompilePattern = (source: string, flags: string) => Pick<RegExp, 'test'>;

/** Steps of all patterns of a document together: about 50 MB when every one of them is used. */
const maxSteps = 500_000;

/**
 * The patterns of a document that somebody else wrote. Each is searched for in linear time; one that can't be, or that
 * is no regular expression, accepts every text.
 */
export class DocumentPatterns {
  private readonly memory = new PatternMemory();
  private readonly made = new Map<string, LinearPattern | Error>();
  private left = maxSteps;

  /** @param work the budget that all searches share */
  constructor(readonly work = new PatternWork()) {}

  readonly compile: CompilePattern = (source) => {
    const pattern = this.patternOf(source);
    return {
      test: (text) => pattern instanceof Error || pattern.searchWithin(this.work, text),
      // Ajv tells patterns apart by this.
      toString: () => `/${source}/`,
    };
  };

  /** The patterns of a schema that accept every text, each with its place and a reason, which is half a sentence. */
  unenforcedIn({ value: { pattern, patternProperties }, path, kind }: DocumentNode) {
    if (kind !== 'schema' || (pattern === undefined && patternProperties === undefined)) return [];
    const names = Object.keys(Object(patternProperties) as object);
    const placed = [
      ...(typeof pattern === 'string' ? [{ source: pattern, place: ['pattern'] }] : []),
      ...names.map((source) => ({ source, place: ['patternProperties', source] })),
    ];
    return placed.flatMap(({ source, place }) => {
      const made = this.patternOf(source);
      if (!(made instanceof Error)) return [];
      return [{ pointer: toPointer([...path, ...place]), source, reason: made.message }];
    });
  }

  private patternOf(source: string): LinearPattern | Error {
    return getOrMake(this.made, source, () => this.make(source));
  }

  private make(source: string): LinearPattern | Error {
    try {
      const pattern = readPattern(source, this.memory);
      this.left -= pattern.size;
      return this.left < 0 ? new Error('the patterns of the document are too many') : pattern;
    } catch (cause) {
      if (cause instanceof UnboundedPatternError) return cause;
      return new Error('it is no regular expression', { cause });
    }
  }
}

/** Patterns of other documents may be right only without the flag `u`. */
function readPattern(source: string, memory: PatternMemory): LinearPattern {
  try {
    return new LinearPattern(source, 'u', memory);
  } catch (cause) {
    if (cause instanceof UnboundedPatternError) throw cause;
    return new LinearPattern(source, '', memory);
  }
}
