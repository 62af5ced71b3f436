/** The caller of a request. Readers of identities are synchronous and never throw, whatever the text. */
import type { RequestHeaders } from '../exchange/request.js';

export type Identity =
  | {
      readonly kind: 'valid';
      readonly sandbox: string;
      /** The scopes of the key; undefined means all. */
      readonly scopes: readonly string[] | undefined;
      /** A scenario that the key forces, after its `~`. */
      readonly scenario: string | undefined;
    }
  | {
      readonly kind: 'expired' | 'unknown' | 'missing';
      readonly sandbox: string;
      readonly scenario: string | undefined;
    };

/** Identifies the caller of a request. */
export type IdentityReader = (headers: RequestHeaders, query: string) => Identity;

/** Knows keys that the mock accepts. */
export interface KeyReader {
  identify(key: string): Identity;
  /** The digest by which a text can be compared with a key, in hexadecimal (SHA-256). */
  digest(text: string): string;
}

/** The sandbox of requests that bring no key, or an unknown one. */
export const publicSandbox = 'public';

export const missingKey: Identity = { kind: 'missing', sandbox: publicSandbox, scenario: undefined };
export const unknownKey: Identity = { kind: 'unknown', sandbox: publicSandbox, scenario: undefined };
