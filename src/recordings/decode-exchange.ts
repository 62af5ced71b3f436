import { headerIn } from '../conformance/traffic/traffic-exchange.js';
import type { BodyDecoder } from '../conformance/target/decode-body.js';
import type { RecordedExchange } from './recorded-exchange.js';

/** The exchange with the body of its response as clients read it; as it came where that is not possible. */
export async function decodeExchange(
  exchange: RecordedExchange,
  decoder: BodyDecoder,
): Promise<RecordedExchange> {
  const { response } = exchange;
  if ('fault' in response || 'notHeld' in response.body || response.body.decoded === true) return exchange;
  const encoding = headerIn(response.headers, 'content-encoding');
  if (encoding === undefined) return exchange;
  const { body, problem, notRead } = await decoder.decode(Buffer.from(response.body.bytes), encoding);
  if (problem !== undefined || notRead !== undefined) return exchange;
  return { ...exchange, response: { ...response, body: { bytes: body, decoded: true } } };
}
