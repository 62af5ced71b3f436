import { createHmac } from 'node:crypto';
import type { SignaturePlace } from '../../mock/outgoing-requests.js';

/** The bytes and facts that are signed. */
export interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: Uint8Array;
}

/**
 * The signature headers of a request: that of Standard Webhooks (its specification, section "Signature scheme"), and where the
 * document has a place of its own, the HMAC of the body there.
 *
 * @param secret a text, or `whsec_` and the base64 of the key
 */
export function signatureHeaders(
  secret: string,
  { id, timestamp, body }: Signed,
  place: SignaturePlace | undefined,
): Record<string, string> {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const own = place && createHmac('sha256', key).update(body).digest(place.encoding);
  return {
    'webhook-signature': `v1,${standard}`,
    ...(place && own !== undefined && { [place.header]: place.prefix + own }),
  };
}
