/** Counts one more of a key. */
export function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** A number and its noun, such as `2,000 cases`. @param ending of the plural */
export function plural(count: number, noun: string, ending = 's'): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : ending}`;
}

/** The first of some names, such as `a, b, …`. */
export function firstOf(names: readonly string[], max = 5): string {
  return (names.length > max ? [...names.slice(0, max), '…'] : names).join(', ');
}
