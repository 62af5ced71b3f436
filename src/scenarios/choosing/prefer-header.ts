/** A client's preferences for a response, in the words that clients of Prism use. */
export interface Preferences {
  /** As it was sent: digits or not. */
  readonly code: string | undefined;
  readonly example: string | undefined;
  /** `dynamic=true`: a body made from the schema where the operation has no handler. */
  readonly dynamic: boolean;
}

/**
 * Reads a Prefer header (RFC 7240): preferences between commas, parameters after semicolons, values quoted or not,
 * names in any case. As Prism's clients write `code=404; example=x` as often as `code=404, example=x`, parameters
 * count as preferences. The first of a name wins; everything else in the header is ignored, as the RFC wants.
 *
 * @param header several Prefer lines joined by commas, as node:http does
 */
export function parsePrefer(header: string): Preferences | undefined {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain] of header.matchAll(preference)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
  }
  const code = found.get('code');
  const example = found.get('example');
  const dynamic = found.get('dynamic')?.toLowerCase() === 'true';
  return code === undefined && example === undefined && !dynamic ? undefined : { code, example, dynamic };
}

/** A token, and after `=` a quoted text or a run without separators; white space is allowed around `=`. */
const preference = /([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g;
