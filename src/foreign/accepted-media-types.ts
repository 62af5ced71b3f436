import type { Operation } from '../contract/operations.js';

/**
 * The Accept header as far as the document can satisfy it; undefined where no response of the operation has such a media type.
 * Then any of them is sent, for a server may disregard the header (RFC 9110 section 12.5.1), and clients often ask for vendor
 * types that documents don't mention.
 */
export function satisfiableAccept(accept: string | undefined, { responses }: Operation): string | undefined {
  if (accept === undefined || accept === '*/*') return undefined;
  const ranges = accept.split(',').map(mediaTypeOf);
  const offered = [...responses.values()].flatMap(({ value }) =>
    Object.keys(value.content ?? {}).map(mediaTypeOf),
  );
  return offered.some((type) => ranges.some((range) => fits(range, type))) ? accept : undefined;
}

function mediaTypeOf(text: string): string {
  return (text.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function fits(range: string, type: string): boolean {
  if (range === '*/*' || range === type) return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}
