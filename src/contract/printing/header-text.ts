/**
 * Headers that say how a message is transferred, or that the server decides for every response: a documented value of these would
 * break HTTP, or contradict what is sent.
 */
const serversOwn = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'te', 'trailer', 'upgrade'],
  ...[
    'content-length',
    'content-type',
    'content-encoding',
    'content-range',
    'date',
    'ratelimit',
    'ratelimit-policy',
  ],
]);

const maxCharacters = 4_000;

/**
 * The value of a documented header as HTTP can carry it (RFC 9110 section 5.5): line breaks become spaces, and what is not
 * ASCII is percent-encoded. Undefined for a header that is the server's own, or whose name is none.
 */
export function headerText(name: string, value: string): string | undefined {
  const lower = name.toLowerCase();
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return undefined;
  if (serversOwn.has(lower) || lower.startsWith('access-control-')) return undefined;
  return value
    .slice(0, maxCharacters)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[^\x20-\x7e]+/g, encoded)
    .trim();
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // Half of a pair of surrogates is no character.
    return '?';
  }
}
