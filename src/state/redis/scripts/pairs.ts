/** The pairs of a reply that has names and values in turn. */
export function pairsOf(flat: readonly string[]): [name: string, value: string][] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []));
}
