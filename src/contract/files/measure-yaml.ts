import type { Alias, Pair } from 'yaml';
import type { Yaml } from '../document/yaml-offset.js';

/** Values of a document with every alias written out, and aliases and anchors. */
const maxValues = 3_000_000;
const maxAliases = 10_000;

/** An objection to a YAML document: half a sentence, and its place. */
class YamlComplaint extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Looks for what makes a small YAML text endless: aliases in a circle, aliases of aliases that multiply, deep nesting. And for
 * keys that are there twice. Nothing is written out for that.
 *
 * @param levels how many arrays and objects may stand in one another
 */
export function measureYaml(yaml: Yaml, root: unknown, levels: number): YamlComplaint | undefined {
  try {
    new YamlMeasure(yaml, levels).sizeOf(root, 0);
    return undefined;
  } catch (complaint) {
    if (complaint instanceof YamlComplaint) return complaint;
    throw complaint;
  }
}

interface Measured {
  readonly size: number;
  readonly levels: number;
}

class YamlMeasure {
  /** Values of the anchors so far; undefined while that is being read. */
  private readonly anchors = new Map<string, Measured | undefined>();
  private aliases = 0;

  constructor(
    private readonly yaml: Yaml,
    private readonly levels: number,
  ) {}

  sizeOf(node: unknown, depth: number): Measured {
    const { isAlias, isMap, isNode, isSeq, isPair } = this.yaml;
    const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
    if (isAlias(node)) return this.ofAlias(node, offset, depth);
    const anchor = isNode(node) && 'anchor' in node ? node.anchor : undefined;
    if (anchor !== undefined) {
      this.countAlias(offset);
      this.anchors.set(anchor, undefined);
    }
    const parts = isMap(node) || isSeq(node) ? node.items : isPair(node) ? [node.key, node.value] : [];
    if (isMap(node)) this.refuseTwice(node.items);
    const isCollection = isMap(node) || isSeq(node);
    this.refuseDepth(depth + (isCollection ? 1 : 0), offset);
    let size = isPair(node) ? 0 : 1;
    let levels = 0;
    for (const part of parts) {
      const measured = this.sizeOf(part, depth + (isCollection ? 1 : 0));
      size += measured.size;
      levels = Math.max(levels, measured.levels);
      if (size > maxValues)
        throw new YamlComplaint(offset, `more than ${maxValues} values, aliases written out`);
    }
    const measured = { size, levels: levels + (isCollection ? 1 : 0) };
    if (anchor !== undefined) this.anchors.set(anchor, measured);
    return measured;
  }

  private ofAlias({ source }: Alias, offset: number, depth: number): Measured {
    this.countAlias(offset);
    const measured = this.anchors.get(source);
    if (!measured) throw new YamlComplaint(offset, `the alias *${source} stands in what it stands for`);
    this.refuseDepth(depth + measured.levels, offset);
    return measured;
  }

  private countAlias(offset: number): void {
    this.aliases += 1;
    if (this.aliases > maxAliases)
      throw new YamlComplaint(offset, `more than ${maxAliases} aliases and anchors`);
  }

  private refuseDepth(depth: number, offset: number): void {
    if (depth > this.levels) throw new YamlComplaint(offset, `nested deeper than ${this.levels} levels`);
  }

  private refuseTwice(items: readonly Pair[]): void {
    const { isScalar } = this.yaml;
    const keys = new Set<unknown>();
    for (const { key } of items) {
      if (!isScalar(key) || key.value === '<<') continue;
      if (keys.has(key.value))
        throw new YamlComplaint(key.range?.[0] ?? 0, 'not valid YAML: Map keys must be unique');
      keys.add(key.value);
    }
  }
}
