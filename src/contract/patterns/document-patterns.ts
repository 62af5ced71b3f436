import type { DocumentNode } from '../document/walk-document.js';
import { toPointer } from '../json-pointer.js';
import { LinearPattern, UnboundedPatternError } from './linear-pattern.js';
import { PatternMemory } from './pattern-memory.js';
import type { PatternWork } from './pattern-work.js';

/** The part of a pattern that a validator uses. */
export interface TextTest {
  test(text: string): boolean;
}

/** Makes the test of a `pattern`, or of a name in `patternProperties`. @param flags `u`, as JSON Schema wants it */
export type CompilePattern = (source: string, flags: string) => TextTest;

/** A pattern that is not enforced, and where it stands. */
export interface UnenforcedPattern {
  readonly pointer: string;
  readonly source: string;
  /** Half a sentence. */
  readonly reason: string;
}

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

  /** @param work the budget that all searches share; without one a search that takes too long finds the pattern */
  constructor(readonly work?: PatternWork) {}

  readonly compile: CompilePattern = (source) => {
    const pattern = this.patternOf(source);
    return {
      test: (text) =>
        pattern instanceof Error ||
        (this.work ? pattern.searchWithin(this.work, text) : pattern.search(text) !== false),
      // Ajv tells patterns apart by this.
      toString: () => `/${source}/`,
    };
  };

  /** The patterns of a schema that accept every text. */
  unenforcedIn({ value, path, kind }: DocumentNode): UnenforcedPattern[] {
    if (kind !== 'schema') return [];
    return patternsIn(value).flatMap(({ source, place }) => {
      const pattern = this.patternOf(source);
      if (!(pattern instanceof Error)) return [];
      return [{ pointer: toPointer([...path, ...place]), source, reason: pattern.message }];
    });
  }

  private patternOf(source: string): LinearPattern | Error {
    const known = this.made.get(source);
    if (known) return known;
    const pattern = this.make(source);
    this.made.set(source, pattern);
    return pattern;
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

interface PlacedPattern {
  readonly source: string;
  readonly place: readonly string[];
}

const nothing: readonly PlacedPattern[] = [];

function patternsIn(schema: Readonly<Record<string, unknown>>): readonly PlacedPattern[] {
  const { pattern, patternProperties } = schema;
  if (pattern === undefined && patternProperties === undefined) return nothing;
  const names = Object.keys(Object(patternProperties) as object);
  return [
    ...(typeof pattern === 'string' ? [{ source: pattern, place: ['pattern'] }] : []),
    ...names.map((source) => ({ source, place: ['patternProperties', source] })),
  ];
}
