import type { Document } from 'yaml';

/** The library, which some callers load only when a line is needed. */
export type Yaml = typeof import('yaml');

/**
 * The offset of the value at a path in the source of a parsed YAML document: the offset of its key, or of the element, or
 * of its nearest parent where there is no such value.
 */
export function yamlOffset(
  yaml: Pick<Yaml, 'isMap' | 'isNode' | 'isScalar' | 'isSeq'>,
  document: Document,
  path: readonly (string | number)[],
): number {
  let node: unknown = document.contents;
  let offset = yaml.isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const segment of path) {
    const child = childOf(yaml, node, String(segment));
    if (!child) break;
    offset = child.offset ?? offset;
    node = child.node;
  }
  return offset;
}

function childOf(
  { isMap, isNode, isScalar, isSeq }: Pick<Yaml, 'isMap' | 'isNode' | 'isScalar' | 'isSeq'>,
  node: unknown,
  segment: string,
): { node: unknown; offset: number | undefined } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
    return pair && { node: pair.value, offset: isScalar(pair.key) ? pair.key.range?.[0] : undefined };
  }
  if (!isSeq(node)) return undefined;
  const item = node.items[Number(segment)];
  return isNode(item) ? { node: item, offset: item.range?.[0] } : undefined;
}
