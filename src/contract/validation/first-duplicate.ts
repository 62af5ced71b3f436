/** The first item of an array that an earlier one equals, as JSON Schema compares them (2020-12 core, section 4.2.2). */
export default function firstDuplicate(
  items: readonly unknown[],
): { readonly place: number; readonly before: number } | undefined {
  const places = new Map<string, number>();
  for (const [place, item] of items.entries()) {
    const text = canonicalText(item);
    const before = places.get(text);
    if (before !== undefined) return { place, before };
    places.set(text, place);
  }
  return undefined;
}

/** The same text for equal values: the order of an object's members doesn't matter. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join()}}`;
}
