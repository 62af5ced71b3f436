import type { RequestParts } from '../../cases/request.js';

/** By which a request of the suite says in the target's log which case it belongs to. */
const caseHeader = 'X-Drydock-Case';

/** Characters of an id at most; a document may have operations of any name. */
const longest = 500;

/**
 * The header that names a case, whose id begins with its rule. None where it would change what is tried: a request whose headers
 * are spelled in a rare way, or that is malformed on purpose.
 */
export function caseHeaders({ wire = {} }: RequestParts, caseId: string): Readonly<Record<string, string>> {
  const { separator, padding, hosts, lines } = wire;
  if ([separator, padding, hosts, lines].some((part) => part !== undefined)) return {};
  // A header holds visible ASCII alone.
  const value = caseId.slice(0, longest).replace(/[^!-~]/gu, encoded);
  return { [caseHeader]: value };
}

/** Half of a surrogate pair is no character, and can't be encoded. */
function encoded(character: string): string {
  return encodeURIComponent(/\p{Cs}/u.test(character) ? '\ufffd' : character);
}
