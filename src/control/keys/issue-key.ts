import { createHash, randomBytes } from 'node:crypto';
import type { components } from '../../contract/generated/control-api.js';
import type { IssuedKey } from '../../state/state.js';

/** The order for a key. */
export type KeyOrder = components['schemas']['KeyOrder'];

/**
 * Makes a key of 256 random bits.
 *
 * @param now milliseconds since 1970; `inSandbox` is the same by the clock of the key's sandbox, by which it expires
 * @returns the key itself, which is shown once, and what is stored of it
 */
export function issueKey(
  order: KeyOrder,
  now: number,
  inSandbox = now,
): { readonly key: string; readonly issued: IssuedKey } {
  const id = `key_${randomBytes(6).toString('hex')}`;
  const key = `dk_live_${randomBytes(32).toString('base64url')}`;
  const { name, scopes, sandbox = id, expiresInSeconds, expiresAt } = order;
  const end = expiresInSeconds === undefined ? undefined : inSandbox + expiresInSeconds * 1000;
  const issued: IssuedKey = {
    ...{ id, name, sandbox, scopes },
    start: key.slice(0, 'dk_live_'.length + 4),
    digest: createHash('sha256').update(key).digest('hex'),
    createdAt: now,
    expiresAt: expiresAt === undefined ? end : Date.parse(expiresAt),
  };
  return { key, issued };
}

/** Describes a key by all but its digest. @param now by the clock of its sandbox */
export function describeKey(key: IssuedKey, now: number) {
  const { id, name, sandbox, start, scopes = null, createdAt, expiresAt } = key;
  return {
    ...{ id, name, sandbox, start, scopes },
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    expired: expiresAt !== undefined && now >= expiresAt,
  };
}
