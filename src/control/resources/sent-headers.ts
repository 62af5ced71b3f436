import type { JournalEntry } from '../../journal/journal-entry.js';
import { responseHeaders } from '../../mock/exchange/response.js';
import type { Mock } from '../../mock/mock.js';

/**
 * The headers that went out with a recorded response, by name, but for those that speak of the connection alone
 * (RFC 9110 section 7.6.1): none where a fault let no head out. A real service's own are all in the entry.
 */
export function sentHeaders(
  mock: Pick<Mock, 'quota'>,
  { time, response, delivery }: JournalEntry,
): Readonly<Record<string, string>> {
  const { status, headers, contentLength, quota, fromTarget } = response;
  if (delivery.headBytes === 0) return {};
  if (fromTarget) return headers;
  const pairs = responseHeaders(
    { mock, quota },
    {
      ...{ status, headers, isJson: false },
      body: contentLength === undefined ? undefined : '',
      size: contentLength ?? 0,
    },
  );
  const sent: Record<string, string> = {};
  for (let index = 0; index < pairs.length; index += 2) sent[pairs[index] ?? ''] = pairs[index + 1] ?? '';
  return { ...sent, Date: new Date(time + (delivery.firstByteMs ?? 0)).toUTCString() };
}
