/** Who a request says that the caller is. Readers of identities never wait and never throw, whatever the text. */
import type { RequestHeaders } from '../exchange/request.js';

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

/** Finds out from a request who is calling. */
export type IdentityReader = (headers: RequestHeaders, query: string) => Identity;

/** Knows the keys that the mock accepts. */
export interface KeyReader {
  identify(key: string): Identity;
}

/** The sandbox of requests that bring no key, or an unknown one. */
export const publicSandbox = 'public';

export const missingKey: Identity = { kind: 'missing', sandbox: publicSandbox, scenario: undefined };
export const unknownKey: Identity = { kind: 'unknown', sandbox: publicSandbox, scenario: undefined };
