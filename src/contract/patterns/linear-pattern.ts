/**
 * Searches a text for a pattern in linear time, whatever the pattern: a backtracking engine can take centuries for `(a+)+$`
 * on a few dozen characters. All ways through the pattern are followed at once, and each set of ways that was met is kept,
 * so that most characters cost one look-up. It finds exactly what the language's own engine finds.
 */
import { compileProgram, programSize } from './pattern-program.js';
import type { PatternProgram, Step } from './pattern-program.js';
import { parsePattern, UnboundedPatternError } from './pattern-syntax.js';
import type { Boundary, PatternFlags, PatternNode } from './pattern-syntax.js';
import type { PatternWork } from './pattern-work.js';

export { UnboundedPatternError };

/** The longest pattern, in characters, and the most steps of its program, that are followed. */
const maxSource = 20_000;
const maxSteps = 5_000;
/**
 * Ways that the searches of a pattern may follow: so many for each character of their texts, and so many more while the
 * sets of ways are met for the first time. Usual patterns need fewer than ten for a character.
 */
const waysPerCharacter = 30;
const firstWays = 1_000_000;
const maxWays = 10_000_000;

/** A set of ways through the pattern between two characters, and where the next character leads. */
interface Position {
  readonly steps: readonly number[];
  readonly before: Side;
  readonly next: Map<CharacterClass, Position | 'found'>;
  foundAtEnd?: boolean;
}

/** The kind of character on one side of a position. */
type Side = 'nothing' | 'word' | 'other';

type CharacterStep = Extract<Step, { kind: 'character' }>;

/** Characters between which the pattern makes no difference. */
interface CharacterClass {
  readonly accepts: readonly boolean[];
  readonly side: Side;
}

export class LinearPattern {
  /** The number of steps of its program, a measure of the memory that it takes. */
  readonly size: number;
  private compiled: CompiledPattern | undefined;
  private readonly tree: PatternNode;

  /** @throws SyntaxError where the source is no regular expression @throws UnboundedPatternError */
  constructor(
    source: string,
    private readonly flags: PatternFlags = 'u',
    private readonly memory = new PatternMemory(),
  ) {
    if (source.length > maxSource)
      throw new UnboundedPatternError(`it is longer than ${maxSource} characters`);
    const { tree, beyond } = parsePattern(source, flags);
    if (beyond !== undefined) throw new UnboundedPatternError(beyond);
    this.tree = tree;
    this.size = programSize(this.tree);
    if (this.size > maxSteps) throw new UnboundedPatternError('it repeats too much');
  }

  /** Tells whether the pattern is found in the text; undefined for a text on which to find out would take too long. */
  search(text: string): boolean | undefined {
    const ways = Math.max(this.program.left, 0) + text.length * waysPerCharacter;
    return this.program.run(text, Math.min(ways, maxWays));
  }

  /** Searches at the cost of a budget that several patterns share. @throws PatternWorkError where it is spent */
  searchWithin(work: PatternWork, text: string): boolean {
    const ways = work.waysFor(text);
    const found = this.program.run(text, ways);
    return work.spend(text, ways - this.program.left, found);
  }

  private get program(): CompiledPattern {
    return (this.compiled ??= new CompiledPattern(compileProgram(this.tree), this.flags, this.memory));
  }
}

class CompiledPattern {
  private readonly tests: readonly RegExp[];
  private readonly positions = new Map<string, Position>();
  private readonly classes = new Map<string, CharacterClass>();
  private readonly classOf = new Map<number, CharacterClass>();
  /** In which round each step was met last, so that none is followed twice. */
  private readonly met: Uint32Array;
  private round = 0;
  left = firstWays;

  constructor(
    private readonly program: PatternProgram,
    private readonly flags: PatternFlags,
    private readonly memory: PatternMemory,
  ) {
    this.tests = program.characters.map((source) => new RegExp(`^(?:${source})$`, flags));
    this.met = new Uint32Array(program.steps.length);
  }

  /** @param ways that may be followed; `left` has the rest afterwards */
  run(text: string, ways: number): boolean | undefined {
    this.left = ways;
    let position = this.positionOf([], 'nothing');
    for (let at = 0; at < text.length;) {
      const code = this.flags.includes('u') ? (text.codePointAt(at) ?? 0) : text.charCodeAt(at);
      at += code > 0xffff ? 2 : 1;
      const character = this.classOf.get(code) ?? this.classify(code);
      const next = position.next.get(character) ?? this.advance(position, character);
      if (next === 'found') return true;
      if (this.left < 0) return undefined;
      position = next;
    }
    position.foundAtEnd ??= this.follow(position, 'nothing') === 'found';
    return position.foundAtEnd;
  }

  /** Drops what was kept of earlier searches. */
  forget(): void {
    this.positions.clear();
    this.classOf.clear();
    this.classes.clear();
  }

  private advance(position: Position, character: CharacterClass): Position | 'found' {
    const ways = this.follow(position, character.side);
    const next = ways === 'found' ? ways : this.positionOf(stepsBehind(ways, character), character.side);
    position.next.set(character, next);
    return next;
  }

  /** The steps that wait for a character at a position, or that the pattern is found there. */
  private follow({ steps, before }: Position, after: Side): CharacterStep[] | 'found' {
    this.round += 1;
    const waiting: CharacterStep[] = [];
    // The pattern may begin anywhere in the text.
    const open = [this.program.start, ...steps];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (this.met[at] === this.round) continue;
      this.met[at] = this.round;
      this.left -= 1;
      const step = this.program.steps[at];
      if (step?.kind === 'found') return 'found';
      if (step?.kind === 'character') waiting.push(step);
      if (step?.kind === 'fork') open.push(step.next, step.other);
      if (step?.kind === 'boundary' && holds(step.at, before, after)) open.push(step.next);
    }
    return waiting;
  }

  private positionOf(steps: readonly number[], side: Side): Position {
    const before = this.program.asksForWords || side === 'nothing' ? side : 'other';
    const key = `${before} ${steps.join()}`;
    const known = this.positions.get(key);
    if (known) return known;
    const position: Position = { steps, before, next: new Map() };
    this.memory.grow(this, steps.length + 10);
    this.positions.set(key, position);
    return position;
  }

  private classify(code: number): CharacterClass {
    const text = this.flags.includes('u') ? String.fromCodePoint(code) : String.fromCharCode(code);
    this.left -= this.tests.length;
    const accepts = this.tests.map((test) => test.test(text));
    const side = this.program.asksForWords && /\w/.test(text) ? 'word' : 'other';
    const key = `${side} ${accepts.map(Number).join('')}`;
    const found = this.classes.get(key) ?? { accepts, side };
    this.memory.grow(this, accepts.length + 10);
    this.classes.set(key, found);
    this.classOf.set(code, found);
    return found;
  }
}

function stepsBehind(ways: readonly CharacterStep[], { accepts }: CharacterClass): number[] {
  const steps = ways.flatMap(({ character, next }) => (accepts[character] ? [next] : []));
  return [...new Set(steps)].sort((a, b) => a - b);
}

function holds(at: Boundary, before: Side, after: Side): boolean {
  if (at === 'start') return before === 'nothing';
  if (at === 'end') return after === 'nothing';
  return ((before === 'word') !== (after === 'word')) === (at === 'word');
}

/** Numbers that all patterns of a document may keep together: about 16 MB. */
const maxKept = 1_000_000;

/** Bounds what patterns keep of earlier searches: when there is no room, all of them forget. */
export class PatternMemory {
  private readonly holders = new Set<CompiledPattern>();
  private used = 0;

  /** @param numbers what the holder is about to keep */
  grow(holder: CompiledPattern, numbers: number): void {
    this.used += numbers;
    if (this.used > maxKept) {
      for (const one of this.holders) one.forget();
      this.holders.clear();
      this.used = numbers;
    }
    this.holders.add(holder);
  }
}
