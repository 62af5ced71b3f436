/**
 * Headers that keep a browser from running a response as a page of the mock's origin, or from taking it for another media type
 * than it says (CSP section 6.3.3, Fetch section 3.8).
 */
export const protectiveHeaders = {
  'Content-Security-Policy': 'sandbox',
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * Adds the protective headers to those of a response with a body, unless it is JSON and nothing else. A policy of the response's
 * own holds beside them.
 *
 * @param pairs names and values in turn
 */
export function protectUnlessJson(pairs: string[]): void {
  const [type, ...further] = positions(pairs, 'Content-Type');
  // Of two types a browser takes the last.
  if (type !== undefined && further.length === 0 && isJsonType(pairs[type + 1] ?? '')) return;
  for (const [name, value] of Object.entries(protectiveHeaders)) {
    const known = positions(pairs, name);
    for (const at of known)
      pairs[at + 1] = name === 'Content-Security-Policy' ? `${pairs[at + 1] ?? ''}, ${value}` : value;
    if (known.length === 0) pairs.push(name, value);
  }
}

/** Finds a header among the pairs, whatever the case of its name. */
function positions(pairs: readonly string[], name: string): number[] {
  const wanted = name.toLowerCase();
  return pairs.flatMap((one, index) => (index % 2 === 0 && one.toLowerCase() === wanted ? [index] : []));
}

/** Tells whether no browser runs what has this Content-Type: JSON without anything that could be read otherwise. */
function isJsonType(contentType: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json(?:; ?charset=utf-8)?$/i.test(contentType);
}
