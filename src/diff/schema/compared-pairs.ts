import type { Difference } from './difference.js';
import type { Together } from './merged-schema.js';

const maxDepth = 40;
/** Each round brings differences one way further round a circle of schemas. */
const maxRounds = 4;

/** Two schemas, and how deep they stand in those that were compared first. */
interface Pair {
  /** The same for the same two schemas. */
  readonly key: string;
  readonly old: Together;
  readonly now: Together;
  readonly depth: number;
}

/** The differences of pairs of schemas, each worked out once; where schemas contain themselves, in rounds. */
export class ComparedPairs {
  private readonly known = new Map<string, readonly Difference[]>();
  /** The pairs that are being compared, by their depth. */
  private readonly open = new Map<string, number>();
  /** Compared pairs that lack what an open pair around them will find, with the depth of the outermost such pair. */
  private readonly unfinished = new Map<string, Pair & { readonly upTo: number }>();
  /** The outermost open pair that was met again since the current one was entered. */
  private metAgain = Infinity;

  /** @param compare works out the differences of a pair, and asks for those of the pairs inside */
  constructor(
    private readonly compare: (old: Together, now: Together, depth: number) => readonly Difference[],
  ) {}

  isOpen(key: string): boolean {
    return this.open.has(key);
  }

  /** None of a pair that is being compared, or that stands too deep. */
  differencesOf(pair: Pair): readonly Difference[] {
    const { key, old, now, depth } = pair;
    const known = this.known.get(key);
    this.metAgain = Math.min(this.metAgain, this.open.get(key) ?? this.unfinished.get(key)?.upTo ?? Infinity);
    if (known) return known;
    if (this.open.has(key) || depth > maxDepth) return [];
    const [index, metBefore, earlier] = [this.open.size, this.metAgain, this.unfinished.size];
    this.open.set(key, index);
    this.metAgain = Infinity;
    const found = this.compare(old, now, depth);
    this.open.delete(key);
    this.known.set(key, found);
    if (this.metAgain < index) this.unfinished.set(key, { ...pair, upTo: this.metAgain });
    else this.finish(earlier);
    this.metAgain = Math.min(metBefore, this.metAgain < index ? this.metAgain : Infinity);
    return found;
  }

  /** Compares pairs of a circle anew, once the outermost of them is known: an operation may use any of them alone. */
  private finish(earlier: number): void {
    const circle = [...this.unfinished.values()].slice(earlier);
    let isComplete = circle.length === 0;
    for (let round = 0; round < maxRounds && !isComplete; round += 1) {
      isComplete = true;
      for (const { key, old, now, depth } of circle) {
        const found = this.compare(old, now, depth);
        if (found.length !== this.known.get(key)?.length) isComplete = false;
        this.known.set(key, found);
      }
    }
    for (const { key } of circle) this.unfinished.delete(key);
  }
}
