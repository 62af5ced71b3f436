import { createHmac } from 'node:crypto';
import type { SignaturePlace } from '../../mock/outgoing-requests.js';

/**
 * The signature headers of a request: that of Standard Webhooks (its specification, section "Signature scheme"), and where the
 * document has a place of its own, the HMAC of the body there.
 *
 * @param secret a text, or `whsec_` and the base64 of the key
 * @param signed what is signed; the timestamp in seconds since 1970
 */
export function signatureHeaders(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: Uint8Array },
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
