/** Names with brackets, as clients write nested values in queries and forms: `filter[a][b]=1`, `expand[]=x`, `items[0][price]=y`. */
import { maxNesting } from '../../contract/schema/json-equal.js';
import type { TextShape } from './text-shape.js';

/** A name and its value, decoded. */
export type Field = readonly [name: string, value: string];

type Branch = Map<string, Tree[]>;
type Tree = Branch | { readonly leaf: string };

/** The name before its brackets, and what stands in each; undefined for a name without. */
export function splitName(name: string): { base: string; keys: string[] } | undefined {
  const open = name.indexOf('[');
  if (open < 1 || !name.endsWith(']')) return undefined;
  const keys = name.slice(open + 1, -1).split('][');
  return keys.length > maxNesting || keys.some((key) => /[[\]]/.test(key))
    ? undefined
    : { base: name.slice(0, open), keys };
}

/**
 * The value that bracketed fields of one name describe; undefined where there are none.
 *
 * @param fields the keys in brackets, and values
 * @param shape decides whether `0` and `1` are positions or names
 */
export function bracketedValue(
  fields: readonly (readonly [keys: readonly string[], value: string])[],
  shape: TextShape,
): unknown {
  if (fields.length === 0) return undefined;
  const root: Branch = new Map();
  for (const [keys, leaf] of fields) place(root, keys, leaf);
  return valueOf(root, shape);
}

function place(root: Branch, keys: readonly string[], leaf: string): void {
  let branch = root;
  for (const [index, key] of keys.entries()) {
    const trees = branch.get(key) ?? [];
    branch.set(key, trees);
    if (index === keys.length - 1) {
      trees.push({ leaf });
      return;
    }
    const last = trees.at(-1);
    // `items[][a]=1&items[][b]=2&items[][a]=3`: a name that is there already begins the next element.
    const next = keys[index + 1] ?? '';
    const goesOn = last instanceof Map && !(key === '' && index === keys.length - 2 && last.has(next));
    const inner = goesOn ? last : new Map<string, Tree[]>();
    if (!goesOn) trees.push(inner);
    branch = inner;
  }
}

function valueOf(tree: Tree, shape: TextShape): unknown {
  if (!(tree instanceof Map)) return tree.leaf;
  const isList =
    [...tree.keys()].every((key) => /^\d*$/.test(key)) && (shape.mayBeArray || !shape.mayBeObject);
  if (isList) return [...tree.values()].flat().map((element) => valueOf(element, shape.items));
  return Object.fromEntries(
    [...tree].map(([key, trees]) => {
      const inner = shape.property(key);
      const values = trees.map((one) => valueOf(one, inner));
      return [key, values.length === 1 ? values[0] : values];
    }),
  );
}
