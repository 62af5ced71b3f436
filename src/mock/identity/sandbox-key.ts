import type { Identity } from './identity.js';

const keyForm = /^dk_(test|limited|expired)_([A-Za-z0-9._-]{1,64})(?:~(\S{1,256}))?$/;

/** The key that opens a sandbox. */
export function sandboxKey(sandbox: string): string {
  return `dk_test_${sandbox}`;
}

/**
 * Reads `dk_test_NAME`, `dk_limited_NAME` and `dk_expired_NAME`, each with or without `~SCENARIO`. These keys state
 * what they are, and are no secrets.
 *
 * @param limitedScopes the scopes of a limited key
 * @returns undefined for any other key
 */
export function readSandboxKey(key: string, limitedScopes: readonly string[]): Identity | undefined {
  const [, kind, sandbox, scenario] = keyForm.exec(key) ?? [];
  if (kind === undefined || sandbox === undefined) return undefined;
  if (kind === 'expired') return { kind: 'expired', sandbox, scenario };
  return { kind: 'valid', sandbox, scopes: kind === 'limited' ? limitedScopes : undefined, scenario };
}

/** Tells whether a key states itself what it is, and so is no secret. */
export function isSandboxKey(key: string): boolean {
  return keyForm.test(key);
}
