import type { ServiceKeys } from '../service-definition.js';
import { missingKey, publicSandbox } from './identity.js';
import type { Identity, IdentityReader, KeyReader } from './identity.js';
import { inNamedSandbox } from './sandbox-header.js';
import { readSandboxKey } from './sandbox-key.js';
import { bearer } from './scheme-readers.js';
import type { SchemeReader } from './scheme-readers.js';

/** Identifies the holder of a key. */
export type KeyCheck = (key: string) => Identity;

/**
 * Identifies keys. Where not only known keys are valid, any credential is.
 *
 * @param secrets knows all keys but those that state what they are
 */
export function keyCheck(
  secrets: KeyReader,
  { onlyKnown = false, limitedScopes = [] }: ServiceKeys,
): KeyCheck {
  const known = new Map<string, Identity>();
  return (key) => {
    const before = known.get(key);
    if (before) return before;
    const stated = readSandboxKey(key, limitedScopes);
    if (!stated) {
      const identity = secrets.identify(key);
      return onlyKnown || identity.kind !== 'unknown' ? identity : anybody;
    }
    // Only keys that are no secrets are kept: the time of a look-up by text could reveal how a secret begins.
    if (known.size >= 10_000) known.clear();
    known.set(key, stated);
    return stated;
  };
}

const anybody: Identity = { kind: 'valid', sandbox: publicSandbox, scopes: undefined, scenario: undefined };

/**
 * Reads who calls, and with that the sandbox, from any of the document's security schemes; a key that names a sandbox wins over
 * the header X-Mock-Sandbox. Where the document has nothing to do with keys, a bearer token names the sandbox.
 */
export function identityReader(
  schemes: Iterable<SchemeReader>,
  check: KeyCheck,
  { onlyKnown = false }: ServiceKeys,
): IdentityReader {
  const own = [...schemes];
  const readers = onlyKnown || own.includes(bearer) ? own : [...own, bearer];
  return (headers, query) => {
    let first: Identity | undefined;
    for (const { read } of readers) {
      const credential = read(headers, query);
      if (credential === undefined) continue;
      const identity = check(credential);
      if (identity.sandbox !== publicSandbox) return identity;
      first ??= identity;
    }
    return inNamedSandbox(first ?? missingKey, headers);
  };
}
