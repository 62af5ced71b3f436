import { hash, timingSafeEqual } from 'node:crypto';
import { unknownKey, type Identity, type KeyReader } from '../../mock/identity/identity.js';
import type { IssuedKey } from '../../state/state.js';

interface Secret<T> {
  readonly digest: Buffer;
  readonly of: T;
}

/**
 * The secret keys that the mock accepts, stored as digests and compared in constant time. Issued keys are a copy of those
 * in the state, so that identifying a caller never waits.
 */
export class KeyRing implements KeyReader {
  private readonly own: readonly Secret<string>[];
  /** By the beginning of the digest, so that few of many keys are compared; the timing reveals nothing of the key. */
  private issued: ReadonlyMap<string, readonly Secret<IssuedKey>[]> = new Map();

  /**
   * @param own further keys that are valid for everything, each with a sandbox named after its index
   * @param now the clock by which issued keys expire: milliseconds since 1970
   */
  constructor(
    own: readonly string[] = [],
    private readonly now: () => number = Date.now,
  ) {
    this.own = own.map((key, index) => ({
      digest: digest(key),
      of: index === 0 ? 'own-key' : `own-key-${index + 1}`,
    }));
  }

  /** Replaces all issued keys by those that the state has now. */
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

  /** The identity of a key; never throws, whatever the text. */
  identify(key: string): Identity {
    if (this.own.length === 0 && this.issued.size === 0) return unknownKey;
    const whole = this.holderOf(key, undefined);
    const [, secret, scenario] = /^(.*)~(\S{1,256})$/.exec(key) ?? [];
    const cut = secret === undefined ? undefined : this.holderOf(secret, scenario);
    return whole ?? cut ?? unknownKey;
  }

  digest(text: string): string {
    return hash('sha256', text);
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

/** Compares every secret, so that the time does not reveal which one was near. */
function found<T>(secrets: readonly Secret<T>[], given: Buffer): T | undefined {
  let holder: T | undefined;
  for (const secret of secrets) if (timingSafeEqual(secret.digest, given)) holder = secret.of;
  return holder;
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
