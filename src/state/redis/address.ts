/** The address of a Redis, and the keys of this mock there. */
export interface RedisAddress {
  /** For the client, with name and password. */
  readonly url: string;
  /** For people: without name and password. */
  readonly shown: string;
  /** The prefix of every key; one hash tag, so that all keys of a mock lie together. */
  readonly base: string;
  /** Limit of the wait for a reply, in milliseconds. */
  readonly timeoutMs: number;
}

const defaultTimeoutMs = 2000;

/** The form of an address. */
export const addressForm =
  'redis://HOST:6379/0 or rediss://…, with ?prefix=NAME for a mock of its own and timeout=MS for a slow store';

/**
 * Reads `redis[s]://[user:password@]host[:port][/database][?prefix=NAME&timeout=MS]`. Mocks with different prefixes or databases
 * know nothing of each other.
 *
 * @returns undefined for anything else
 */
export function readRedisAddress(text: string): RedisAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const prefix = url.searchParams.get('prefix') ?? '';
  const timeout = url.searchParams.get('timeout') ?? String(defaultTimeoutMs);
  const { protocol, hostname, pathname, searchParams, hash } = url;
  const known =
    /^rediss?:$/.test(protocol) &&
    hostname !== '' &&
    /^\/?\d{0,4}$/.test(pathname) &&
    hash === '' &&
    [...searchParams.keys()].every((name) => name === 'prefix' || name === 'timeout') &&
    (!searchParams.has('prefix') || /^[\w.-]{1,64}$/.test(prefix)) &&
    /^[1-9]\d{2,5}$/.test(timeout);
  if (!known) return undefined;
  url.search = '';
  const database = pathname === '/' ? '' : pathname;
  return {
    url: url.href,
    shown: `${protocol}//${url.host}${database}${prefix === '' ? '' : `?prefix=${prefix}`}`,
    base: prefix === '' ? '{drydock}' : `{drydock:${prefix}}`,
    timeoutMs: Number(timeout),
  };
}
