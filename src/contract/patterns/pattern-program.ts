import type { Boundary, PatternNode } from './pattern-syntax.js';

/** An automaton without memory (Thompson, 1968): every step leads to one or two others. */
export interface PatternProgram {
  readonly steps: readonly Step[];
  readonly start: number;
  /** The sources of the single characters that steps ask for, each once. */
  readonly characters: readonly string[];
  /** True if a step tests for word boundaries. */
  readonly asksForWords: boolean;
}

export type Step =
  | { readonly kind: 'character'; readonly character: number; readonly next: number }
  | { readonly kind: 'boundary'; readonly at: Boundary; readonly next: number }
  | { readonly kind: 'fork'; readonly next: number; readonly other: number }
  | { readonly kind: 'found' };

/** Counts the steps of a pattern; Infinity is possible. */
export function programSize(node: PatternNode): number {
  switch (node.kind) {
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + programSize(part), 0);
    case 'choice':
      return node.branches.reduce((sum, branch) => sum + programSize(branch) + 1, 0);
    case 'repeat': {
      const copies = node.max === Infinity ? node.min + 1 : node.max;
      return copies * (programSize(node.part) + 1);
    }
    default:
      return 1;
  }
}

export function compileProgram(node: PatternNode): PatternProgram {
  const compiler = new ProgramCompiler();
  const start = compiler.emit(node, compiler.add({ kind: 'found' }));
  return {
    steps: compiler.steps,
    start,
    characters: [...compiler.characters.keys()],
    asksForWords: compiler.steps.some((step) => step.kind === 'boundary' && step.at.endsWith('word')),
  };
}

class ProgramCompiler {
  readonly steps: Step[] = [];
  readonly characters = new Map<string, number>();

  add(step: Step): number {
    return this.steps.push(step) - 1;
  }

  /** Writes a node from its end to its beginning. @returns its first step */
  emit(node: PatternNode, next: number): number {
    switch (node.kind) {
      case 'character':
        return this.add({ kind: 'character', character: this.characterOf(node.source), next });
      case 'boundary':
        return this.add({ kind: 'boundary', at: node.at, next });
      case 'sequence':
        return node.parts.reduceRight((after, part) => this.emit(part, after), next);
      case 'choice':
        return node.branches
          .map((branch) => this.emit(branch, next))
          .reduceRight((other, branch) => this.add({ kind: 'fork', next: branch, other }));
      case 'repeat':
        return this.emitRepeat(node, next);
    }
  }

  private emitRepeat({ part, min, max }: Extract<PatternNode, { kind: 'repeat' }>, after: number): number {
    let next = after;
    if (max === Infinity) {
      next = this.add({ kind: 'fork', next: after, other: after });
      this.steps[next] = { kind: 'fork', next: this.emit(part, next), other: after };
    }
    // Optional copies stand in one another, so that a text that is used up leaves one way and not many.
    for (let copy = min; copy < max && max !== Infinity; copy += 1) {
      next = this.add({ kind: 'fork', next: this.emit(part, next), other: after });
    }
    for (let copy = 0; copy < min; copy += 1) next = this.emit(part, next);
    return next;
  }

  private characterOf(source: string): number {
    const known = this.characters.get(source) ?? this.characters.size;
    this.characters.set(source, known);
    return known;
  }
}
