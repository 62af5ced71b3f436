import { parsePattern, type PatternFlags, type PatternNode } from '../../contract/patterns/pattern-syntax.js';
import { randomInteger } from '../../contract/seeded-random.js';

const maxCopies = 12;

/**
 * A text that a pattern describes, as far as it can be read from left to right: what it asks beside that (that a word ends
 * here, what comes next) is left to whoever tests the text.
 *
 * @param min characters that are wanted
 * @param max characters after which the text is given up; then the answer is undefined
 */
export function patternText(
  source: string,
  random: () => number,
  min: number,
  max: number,
): string | undefined {
  const [tree, flags] = treeOf(source);
  if (!tree) return undefined;
  const writing = new Writing(random, flags, min, max);
  writing.write(tree);
  return writing.text.length > max * 2 ? undefined : writing.text;
}

const maxTrees = 500;
const trees = new Map<string, readonly [PatternNode | undefined, PatternFlags]>();

function treeOf(source: string): readonly [PatternNode | undefined, PatternFlags] {
  const known = trees.get(source);
  if (known) return known;
  const read = readTree(source);
  if (trees.size >= maxTrees) trees.clear();
  trees.set(source, read);
  return read;
}

function readTree(source: string): readonly [PatternNode | undefined, PatternFlags] {
  if (source.length > 20_000) return [undefined, ''];
  for (const flags of ['u', ''] as const) {
    try {
      return [parsePattern(source, flags).tree, flags];
    } catch {
      // Patterns of other documents may be right only without the flag.
    }
  }
  return [undefined, ''];
}

class Writing {
  text = '';

  constructor(
    private readonly random: () => number,
    private readonly flags: PatternFlags,
    private readonly min: number,
    private readonly max: number,
  ) {}

  write(node: PatternNode): void {
    if (this.text.length > this.max * 2) return;
    switch (node.kind) {
      case 'character':
        this.text += characterOf(node.source, this.flags, this.random);
        break;
      case 'sequence':
        for (const part of node.parts) this.write(part);
        break;
      case 'choice': {
        const branch = node.branches[Math.floor(this.random() * node.branches.length)];
        if (branch) this.write(branch);
        break;
      }
      case 'repeat':
        this.repeat(node);
        break;
      default:
    }
  }

  private repeat({ part, min, max }: Extract<PatternNode, { kind: 'repeat' }>): void {
    const missing = Math.max(0, this.min - this.text.length);
    const usual = Math.max(min === 0 ? 1 : min, Math.min(missing, this.max));
    const end = Math.min(max, Math.max(min, usual) + (min === 0 ? 2 : Math.min(4, maxCopies)));
    const start = missing > 0 ? Math.min(usual, end) : min;
    const copies = randomInteger(this.random, Math.max(min, Math.min(start, max)), Math.max(min, end));
    for (let copy = 0; copy < copies && this.text.length <= this.max * 2; copy += 1) this.write(part);
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const plain = `${letters}${letters.toUpperCase()}0123456789`;
const others = ' -_./:;,@#+=*!?$%&()[]{}<>|~^\'"`\\\t\n\r\v\f';
/** One of each of the usual scripts and kinds of characters. */
const foreign = 'éßñøÄλжאعहあア漢한😀ǅʰ٣Ⅷ²€«»—…\u0000\u001f\u00a0\u200b\u2028';
const maxSets = 1_000;
const sets = new Map<string, readonly string[]>();

function characterOf(source: string, flags: PatternFlags, random: () => number): string {
  if (source.length === 1 && source !== '.') return source;
  const set = setOf(source, flags);
  return set[Math.floor(random() * set.length)] ?? '';
}

/** Characters that an atom accepts: letters and digits where it accepts some. */
function setOf(source: string, flags: PatternFlags): readonly string[] {
  const key = `${flags} ${source}`;
  let set = sets.get(key);
  if (!set) {
    set = charactersOf(new RegExp(`^(?:${source})$`, flags));
    if (sets.size >= maxSets) sets.clear();
    sets.set(key, set);
  }
  return set;
}

function charactersOf(test: RegExp): string[] {
  for (const characters of [plain, others, foreign]) {
    const accepted = Array.from(characters).filter((character) => test.test(character));
    if (accepted.length > 0) return accepted;
  }
  const found: string[] = [];
  for (let code = 0x80; code < 0x3000 && found.length < 5; code += 1)
    if (test.test(String.fromCodePoint(code))) found.push(String.fromCodePoint(code));
  return found;
}
