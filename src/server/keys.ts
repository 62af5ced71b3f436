import { createHash, timingSafeEqual } from 'node:crypto';

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

/**
 * The keys that the mock accepts. `dk_test_NAME`, `dk_limited_NAME` and `dk_expired_NAME` say themselves what they are
 * and are no secrets; others are kept as digests and compared in constant time.
 */
export class KeyRing {
  private readonly known = new Map<string, Identity>();
  private readonly secrets: { readonly digest: Buffer; readonly identity: Identity }[] = [];

  /** @param ownKeys further keys that are valid for everything, each with a sandbox named after its place */
  constructor(ownKeys: readonly string[] = []) {
    ownKeys.forEach((key, index) => {
      const sandbox = index === 0 ? 'own-key' : `own-key-${index + 1}`;
      this.secrets.push({
        digest: digest(key),
        identity: { kind: 'valid', sandbox, scopes: undefined, scenario: undefined },
      });
    });
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
    if (this.secrets.length === 0) return unknownKey;
    const [, secret = key, scenario] = /^(.*)~(\S{1,256})$/.exec(key) ?? [];
    const given = digest(key);
    const withoutScenario = digest(secret);
    let found: Identity = unknownKey;
    // Every secret is compared, so that the time says nothing about which one, if any, was near.
    for (const { digest: expected, identity } of this.secrets) {
      const whole = timingSafeEqual(expected, given);
      const cut = timingSafeEqual(expected, withoutScenario);
      if (whole) found = identity;
      else if (cut && identity.kind === 'valid') found = { ...identity, scenario };
    }
    return found;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
