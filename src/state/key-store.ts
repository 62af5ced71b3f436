import type { MaybePromise } from './maybe-promise.js';

/** A key that was issued; the key itself is shown once and never kept. */
export interface IssuedKey {
  readonly id: string;
  readonly name: string;
  /** Its sandbox. */
  readonly sandbox: string;
  /** The first characters of the key, to tell it from others. */
  readonly start: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly digest: string;
  /** Its scopes; undefined allows everything. */
  readonly scopes: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
}

/** The keys that were issued; they belong to no sandbox's state and survive every reset. */
export interface KeyStore {
  list(): MaybePromise<readonly IssuedKey[]>;
  add(key: IssuedKey): MaybePromise<void>;
  /**
   * Lets a key expire at a moment, in milliseconds since 1970.
   *
   * @returns the key as it is now, undefined when there is none
   */
  expire(id: string, at: number): MaybePromise<IssuedKey | undefined>;
  /** @returns whether there was such a key */
  remove(id: string): MaybePromise<boolean>;
}
