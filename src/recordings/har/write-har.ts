import { headerIn, type TrafficHeaders } from '../../conformance/traffic/traffic-exchange.js';
import { textOf } from '../../journal/describe-body.js';
import type { MessageView } from '../../journal/describe-entry.js';
import { reasonPhrases } from '../../scenarios/reason-phrases.js';
import { maskExchange, secretsOf } from '../masking/mask-exchange.js';
import type { RecordedExchange } from '../recorded-exchange.js';
import { packageVersion } from '../../contract/package-root.js';
import { toBase64 } from '../../contract/printing/base64.js';
import type { Har, HarEntry, HarMessageOfSocket, HarPair, HarRequest, HarResponse } from './har.js';

/** Exchanges as HTTP Archive 1.2, without their secrets. */
export function writeHar(exchanges: readonly RecordedExchange[]): Har {
  // All of them before the first one is shown.
  for (const exchange of exchanges) secretsOf(exchange);
  return { log: { version: '1.2', creator: creator(), entries: exchanges.map(harEntry) } };
}

/** Names the writer of a HAR. */
export function creator(): Har['log']['creator'] {
  return { name: 'Drydock', version: packageVersion() };
}

/** One exchange without its secrets; its order in the log is that of the requests. */
export function harEntry(exchange: RecordedExchange): HarEntry {
  const masked = maskExchange(exchange);
  const time = Math.max(0, exchange.durationMs ?? 0);
  const wait = Math.min(time, exchange.firstByteMs ?? time);
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time,
    request: requestOf(masked),
    response: responseOf(masked),
    cache: {},
    // When a request was sent, only the client can know.
    timings: { send: 0, wait, receive: time - wait },
    ...(masked.messages && {
      _webSocketMessages: masked.messages.map((one) => socketMessage(exchange, one)),
    }),
    _drydock: masked.own ?? {},
  };
}

function socketMessage({ startedAt }: RecordedExchange, message: MessageView): HarMessageOfSocket {
  const { from, ms, text, base64 = '' } = message;
  const time = (startedAt + ms) / 1000;
  const type = from === 'client' ? 'send' : 'receive';
  return text === undefined ? { type, time, opcode: 2, data: base64 } : { type, time, opcode: 1, data: text };
}

function requestOf({ request, httpVersion }: RecordedExchange): HarRequest {
  const { method, target, headers, body } = request;
  const query = target.split('?', 2)[1] ?? '';
  const size = 'bytes' in body ? body.bytes.length : -1;
  const content = size > 0 && 'bytes' in body ? encoded(body.bytes) : undefined;
  return {
    method,
    url: target,
    ...message(headers, size, httpVersion),
    queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
    ...(content && {
      postData: {
        mimeType: headerIn(headers, 'content-type') ?? '',
        text: content.text,
        ...(content.encoding && { _encoding: content.encoding }),
      },
    }),
  };
}

function responseOf({ response, httpVersion }: RecordedExchange): HarResponse {
  if ('fault' in response) return noResponse;
  const { status, headers, body } = response;
  const size = 'bytes' in body ? body.bytes.length : -1;
  return {
    status,
    statusText: reasonPhrases[status] ?? '',
    ...message(headers, size, httpVersion),
    content: {
      size: Math.max(0, size),
      mimeType: headerIn(headers, 'content-type') ?? 'x-unknown',
      ...('notHeld' in body ? { comment: body.notHeld } : encoded(body.bytes)),
    },
    redirectURL: headerIn(headers, 'location') ?? '',
  };
}

/** As browsers write a request that got no response. */
const noResponse: HarResponse = {
  ...{ status: 0, statusText: '', httpVersion: '', cookies: [], headers: [], redirectURL: '' },
  ...{ headersSize: -1, bodySize: -1, content: { size: 0, mimeType: 'x-unknown' } },
};

function message(headers: TrafficHeaders, bodySize: number, httpVersion = '1.1') {
  return {
    httpVersion: `HTTP/${httpVersion}`,
    cookies: cookiesIn(headers),
    headers: headers.map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize,
  };
}

function cookiesIn(headers: TrafficHeaders): HarPair[] {
  return headers
    .filter(([name]) => /^(?:set-)?cookie$/i.test(name))
    .flatMap(([name, value]) => (/^set/i.test(name) ? [value.split(';', 1)[0] ?? ''] : value.split(';')))
    .map((pair) => {
      const [name = '', ...rest] = pair.trim().split('=');
      return { name, value: rest.join('=') };
    });
}

function encoded(bytes: Uint8Array): { text: string; encoding?: 'base64' } {
  const text = textOf(bytes);
  return text === undefined ? { text: toBase64(bytes), encoding: 'base64' } : { text };
}
