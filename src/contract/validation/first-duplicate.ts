import { canonicalText } from '../schema/json-equal.js';

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
