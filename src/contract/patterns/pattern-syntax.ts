/**
 * The syntax of an ECMAScript regular expression, as far as searching a text for it needs: where each atom begins and
 * ends. An atom that stands for one character keeps its source, for the language's own engine knows best what it means.
 */

export type PatternNode =
  /** One character, as the source says it: `a`, `.`, `\d`, `[^a-z]`, `\p{Lu}`. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'boundary'; readonly at: Boundary }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly branches: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number };

export interface ReadPattern {
  /** Left out of it: parts that no search in linear time can decide. */
  readonly tree: PatternNode;
  /** The first part that is left out, in words; undefined where the tree is the whole pattern. */
  readonly beyond: string | undefined;
}

/** No other flag changes what a search for one place finds. */
export type PatternFlags = '' | 'i' | 'u' | 'iu';

export type Boundary = 'start' | 'end' | 'word' | 'no word';

/** Groups in groups; deeper ones are no pattern that a person wrote. */
const maxDepth = 100;

/**
 * Reads a pattern.
 *
 * @throws SyntaxError where the source is no regular expression
 * @throws UnboundedPatternError where its groups are nested too deeply
 */
export function parsePattern(source: string, flags: PatternFlags): ReadPattern {
  // The language checks the syntax; what is read below is known to be right.
  new RegExp(source, flags);
  const reader = new PatternReader(source, flags.includes('u'));
  const tree = reader.choice(0);
  return { tree, beyond: reader.beyond };
}

const nothing: PatternNode = { kind: 'sequence', parts: [] };

class PatternReader {
  beyond: string | undefined;
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly unicode: boolean,
  ) {}

  /** Up to the end of the group or of the source. */
  choice(depth: number): PatternNode {
    const branches: PatternNode[] = [];
    do branches.push(this.sequence(depth));
    while (this.take('|'));
    return branches.length === 1 && branches[0] ? branches[0] : { kind: 'choice', branches };
  }

  private sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (this.at < this.source.length && !this.sees('|') && !this.sees(')')) {
      parts.push(this.quantified(this.atom(depth)));
    }
    return { kind: 'sequence', parts };
  }

  private quantified(part: PatternNode): PatternNode {
    const [text, min, comma, max] = this.match(/[*+?]|\{(\d+)(,?)(\d*)\}/y) ?? [];
    if (text === undefined) return part;
    this.take('?');
    if (text === '*') return { kind: 'repeat', part, min: 0, max: Infinity };
    if (text === '+') return { kind: 'repeat', part, min: 1, max: Infinity };
    if (text === '?') return { kind: 'repeat', part, min: 0, max: 1 };
    const end = max === '' ? (comma === '' ? Number(min) : Infinity) : Number(max);
    return { kind: 'repeat', part, min: Number(min), max: end };
  }

  private atom(depth: number): PatternNode {
    if (this.take('^')) return { kind: 'boundary', at: 'start' };
    if (this.take('$')) return { kind: 'boundary', at: 'end' };
    if (this.take('(')) return this.group(depth + 1);
    if (this.sees('\\')) return this.escape();
    const [set] = this.match(/\[(?:[^\]\\]|\\[^])*\]/y) ?? [];
    return { kind: 'character', source: set ?? this.character() };
  }

  private group(depth: number): PatternNode {
    if (depth > maxDepth) throw new UnboundedPatternError('its groups are nested too deeply');
    const [opening = ''] = this.match(/\?(?:<?[=!]|<[^>]*>|[^:]*:)/y) ?? [];
    const isPlain = opening === '' || opening === '?:' || /^\?<[^=!]/.test(opening);
    if (/^\?<?[=!]$/.test(opening))
      this.leaveOut(opening.includes('<') ? 'it looks behind' : 'it looks ahead');
    else if (!isPlain) this.leaveOut('it changes its flags');
    const inside = this.choice(depth);
    this.take(')');
    return isPlain ? inside : nothing;
  }

  private leaveOut(what: string): PatternNode {
    this.beyond ??= what;
    return nothing;
  }

  private escape(): PatternNode {
    if (this.take('\\b')) return { kind: 'boundary', at: 'word' };
    if (this.take('\\B')) return { kind: 'boundary', at: 'no word' };
    // Without the flag u these are numbers of characters where there is no such group: too rare to tell apart.
    if (this.match(/\\(?:[1-9]\d*|k)/y)) return this.leaveOut('it refers back');
    const [odd] = this.match(/\\(?:c(?![A-Za-z])|0\d)/y) ?? [];
    if (odd !== undefined) return this.leaveOut(`it has the obsolete escape ${odd}`);
    const [source = ''] = this.match(this.unicode ? unicodeEscape : plainEscape) ?? [];
    return { kind: 'character', source };
  }

  private character(): string {
    const character = this.unicode
      ? String.fromCodePoint(this.source.codePointAt(this.at) ?? 0)
      : this.source.charAt(this.at);
    this.at += character.length;
    return character;
  }

  private sees(text: string): boolean {
    return this.source.startsWith(text, this.at);
  }

  private take(text: string): boolean {
    if (!this.sees(text)) return false;
    this.at += text.length;
    return true;
  }

  /** @param pattern sticky */
  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (!found) return undefined;
    this.at = pattern.lastIndex;
    return found;
  }
}

/** A pattern that can't be followed in linear time; the message is half a sentence that says what is in the way. */
export class UnboundedPatternError extends Error {
  override readonly name = 'UnboundedPatternError';
}

const unicodeEscape =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^])/y;
const plainEscape = /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[^])/y;
