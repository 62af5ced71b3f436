import type { Effect, ForcedAnswer } from '../../scenarios/scenario.js';
import { quotaSpent } from '../exchange/error-response.js';
import type { Exchange } from '../exchange/exchange.js';
import { jsonResponse, plainResponse } from '../exchange/response.js';
import type { MockResponse } from '../exchange/response.js';

/** The response that a scenario forces, whatever the key, quota or body; undefined when it forces none. */
export function forcedResponse(exchange: Exchange, { answer, spendQuota }: Effect): MockResponse | undefined {
  if (answer) return responseOf(answer);
  if (!spendQuota) return undefined;
  const resetSeconds = exchange.mock.quota?.windowSeconds ?? 60;
  exchange.quota = { allowed: false, remaining: 0, resetSeconds };
  return quotaSpent(exchange, resetSeconds);
}

/** Requests share forced answers, and so the responses made of them. */
const made = new WeakMap<ForcedAnswer, MockResponse>();

function responseOf(forced: ForcedAnswer): MockResponse {
  let response = made.get(forced);
  if (!response) {
    response = makeResponse(forced);
    made.set(forced, response);
  }
  return response;
}

function makeResponse({ status, headers, content }: ForcedAnswer): MockResponse {
  if (!content) return plainResponse(status, headers);
  if ('bytes' in content.body) {
    const { bytes } = content.body;
    const all = { 'Content-Type': content.mediaType, ...headers };
    return { ...plainResponse(status, all), body: bytes, size: bytes.length };
  }
  if ('json' in content.body) return jsonResponse(status, content.body.json, headers, content.mediaType);
  const type = /charset=|^(?!text\/)/.test(content.mediaType)
    ? content.mediaType
    : `${content.mediaType}; charset=utf-8`;
  return plainResponse(status, { 'Content-Type': type, ...headers }, content.body.text);
}
