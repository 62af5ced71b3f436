import { createHash, timingSafeEqual } from 'node:crypto';
import type { IssuedKey } from '../../state/state.js';

/** Who a key says that the caller is. */
export type Identity =
  | {
      readonly kind: 'valid';
      readonly sandbox: string;
      /** What the key may do; undefined is everything. */
      readonly scopes: readonly string[] | undefined;
      /** A scenario that the key forces, after its `~`. */
      readonly scenario: string | undefined;
    }
  | {
      readonly kind: 'expired' | 'unknown' | 'missing';
      readonly sandbox: string;
      readonly scenario: string | undefined;
    };

/** The sandbox of requests that bring no key, or an unknown one. */
export const publicSandbox = 'public';

export const missingKey: Identity = { kind: 'missing', sandbox: publicSandbox, scenario: undefined };
export const unknownKey: Identity = { kind: 'unknown', sandbox: publicSandbox, scenario: undefined };

/** Scopes of every `dk_limited_…` key. */
const limitedScopes: readonly string[] = ['categories'];

const sandboxKey = /^dk_(test|limited|expired)_([A-Za-z0-9._-]{1,64})(?:~(\S{1,256}))?$/;

interface Secret<T> {
  readonly digest: Buffer;
  readonly of: T;
}

/**
 * The keys that the mock accepts. `dk_test_NAME`, `dk_limited_NAME` and `dk_expired_NAME` say themselves what they are
 * and are no secrets; others are kept as digests and compared in constant time. What was issued is a copy of what the
 * state has, so that to identify a caller never waits.
 */
export class KeyRing {
  private readonly known = new Map<string, Identity>();
  private readonly own: readonly Secret<string>[];
  /** By the beginning of the digest: of many keys few are compared, and what that tells is nothing of the key. */
  private issued: ReadonlyMap<string, readonly Secret<IssuedKey>[]> = new Map();

  /**
   * @param ownKeys further keys that are valid for everything, each with a sandbox named after its place
   * @param now milliseconds since 1970, by which issued keys expire
   */
  constructor(
    ownKeys: readonly string[] = [],
    private readonly now: () => number = Date.now,
  ) {
    this.own = ownKeys.map((key, index) => ({
      digest: digest(key),
      of: index === 0 ? 'own-key' : `own-key-${index + 1}`,
    }));
  }

  /** Takes the keys that the state has in place of those that it had: from now on these are known, and no others. */
  honour(keys: readonly IssuedKey[]): void {
    const issued = new Map<string, Secret<IssuedKey>[]>();
    for (const key of keys) {
      const start = key.digest.slice(0, startLength);
      const secrets = issued.get(start) ?? [];
      secrets.push({ digest: Buffer.from(key.digest, 'hex'), of: key });
      issued.set(start, secrets);
    }
    this.issued = issued;
  }

  /** Who a key belongs to; never throws, whatever the text. */
  identify(key: string): Identity {
    const known = this.known.get(key);
    if (known) return known;
    const identity = this.read(key);
    if (identity.kind === 'unknown') return identity;
    // Only the keys of the table are remembered: they are no secrets, so a look-up by text gives nothing away.
    if (sandboxKey.test(key)) {
      if (this.known.size >= 10_000) this.known.clear();
      this.known.set(key, identity);
    }
    return identity;
  }

  private read(key: string): Identity {
    const [, kind, sandbox, scenario] = sandboxKey.exec(key) ?? [];
    if (kind === undefined || sandbox === undefined) return this.readSecret(key);
    if (kind === 'expired') return { kind: 'expired', sandbox, scenario };
    return { kind: 'valid', sandbox, scopes: kind === 'limited' ? limitedScopes : undefined, scenario };
  }

  private readSecret(key: string): Identity {
    if (this.own.length === 0 && this.issued.size === 0) return unknownKey;
    const whole = this.holderOf(key, undefined);
    const [, secret, scenario] = /^(.*)~(\S{1,256})$/.exec(key) ?? [];
    const cut = secret === undefined ? undefined : this.holderOf(secret, scenario);
    return whole ?? cut ?? unknownKey;
  }

  private holderOf(key: string, scenario: string | undefined): Identity | undefined {
    const given = digest(key);
    const own = found(this.own, given);
    const issued = found(this.issued.get(given.toString('hex', 0, startLength / 2)) ?? [], given);
    if (own !== undefined) return { kind: 'valid', sandbox: own, scopes: undefined, scenario };
    if (!issued) return undefined;
    const { sandbox, scopes, expiresAt } = issued;
    if (expiresAt !== undefined && this.now() >= expiresAt) return { kind: 'expired', sandbox, scenario };
    return { kind: 'valid', sandbox, scopes, scenario };
  }
}

/** Hexadecimal digits of a digest that issued keys are found by. */
const startLength = 8;

/** Every secret is compared, so that the time says nothing about which one, if any, was near. */
function found<T>(secrets: readonly Secret<T>[], given: Buffer): T | undefined {
  let holder: T | undefined;
  for (const secret of secrets) if (timingSafeEqual(secret.digest, given)) holder = secret.of;
  return holder;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
