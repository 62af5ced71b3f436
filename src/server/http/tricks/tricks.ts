import { OptionError } from '../../../contract/option-error.js';

/**
 * The ways of this folder beyond the documented ways of Node and Express. Each alone takes 8 % or more off the processor time of
 * a GET or of a POST: `node bench/tricks.mjs` measures it, in interleaved rounds of two mocks. A start probes them
 * (`workingTricks`), and without one the server works in the plain way.
 *
 * - `prototypes` (message-classes.ts): 72 % of a GET, 41 % of a POST
 * - `direct` (direct.ts): 22 % of a GET, 6 % of a POST
 */
export const tricks = ['prototypes', 'direct'] as const;

export type Trick = (typeof tricks)[number];

/**
 * The tricks that are left where middleware of the caller's own sees the messages: it may read bodies as streams and replace
 * what a response writes with.
 */
export function tricksBesideMiddleware(inUse: ReadonlySet<Trick>): ReadonlySet<Trick> {
  return new Set([...inUse].filter((trick) => trick !== 'direct'));
}

/**
 * The tricks that a server uses.
 *
 * @param plain what the environment says: `1` turns all of them off, names between commas turn those off
 * @throws OptionError
 */
export function tricksInUse(plain = process.env.DRYDOCK_PLAIN_HTTP): ReadonlySet<Trick> {
  if (plain === undefined || plain === '' || plain === '0') return new Set(tricks);
  if (plain === '1') return new Set();
  const off = plain.split(',').map((name) => name.trim());
  const unknown = off.find((name) => !tricks.some((trick) => trick === name));
  if (unknown === undefined) return new Set(tricks.filter((trick) => !off.includes(trick)));
  throw new OptionError(
    `DRYDOCK_PLAIN_HTTP must be 1, or some of ${tricks.join(', ')} between commas; got ${JSON.stringify(unknown)}.`,
  );
}
