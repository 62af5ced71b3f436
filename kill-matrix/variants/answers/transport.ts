/** Headers, connections and ways of writing JSON that HTTP and JSON leave free. */
import { gzipSync } from 'node:zlib';
import { anyAnswer, categories, on, rates, rewrite, withHeaders } from '../../variations/changes.js';
import { askRates, listCategories } from '../../variations/requests.js';
import { head, recode, resend, sendRaw } from '../../variations/sending.js';
import { type Fields } from '../../reference-server/stages.js';
import { variationsOf } from '../../variations/variation.js';

const variant = variationsOf('answers');
const zipped = { ...listCategories, headers: { 'Accept-Encoding': 'gzip, br' } };
const escape = (json: string) =>
  json.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
};

export default [
  variant(
    'charset-in-content-type',
    '4',
    'Content-Type has a charset',
    on(anyAnswer, withHeaders({ 'Content-Type': 'application/json; charset=utf-8' })),
    listCategories,
  ),
  variant(
    'charset-quoted-in-capitals',
    '4',
    'Content-Type is Application/JSON; charset="UTF-8"',
    on(anyAnswer, withHeaders({ 'Content-Type': 'Application/JSON; charset="UTF-8"' })),
    listCategories,
  ),
  variant(
    'header-names-in-lower-case',
    'RFC 9110 5.1',
    'header names are in lower case',
    recode(anyAnswer, ({ headers }) => ({
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    })),
    listCategories,
  ),
  variant(
    'gzip-when-accepted',
    'RFC 9110 8.4',
    'answers are gzip where the client accepts it',
    (stages, settings) => ({
      encode: (answer, call) =>
        (String(call.headers['accept-encoding']).includes('gzip')
          ? resend(anyAnswer, (bytes) => gzipSync(bytes), {
              'Content-Encoding': 'gzip',
              Vary: 'Accept-Encoding',
            })(stages, settings).encode?.(answer, call)
          : undefined) ?? stages.encode(answer, call),
    }),
    zipped,
  ),
  variant(
    'chunked',
    'RFC 9112 7.1',
    'answers are sent in chunks',
    recode(anyAnswer, ({ headers }) => ({
      headers: { 'Content-Type': headers['Content-Type'] ?? '', 'Transfer-Encoding': 'chunked' },
    })),
    listCategories,
  ),
  variant(
    'until-close',
    'RFC 9112 6.3',
    'answers have no length and end with the connection, as in HTTP/1.0',
    sendRaw(anyAnswer, (wire) => [
      head(wire, { 'Content-Length': undefined, Connection: 'close' }).replace('HTTP/1.1', 'HTTP/1.0'),
      wire.bytes,
    ]),
    listCategories,
  ),
  variant(
    'keep-alive-off',
    'RFC 9112 9.6',
    'each connection closes after one answer',
    on(anyAnswer, withHeaders({ Connection: 'close', Server: 'one-shot' })),
    listCategories,
  ),
  variant(
    'reason-phrase-missing',
    'RFC 9112 4',
    'the status line has no reason',
    sendRaw(anyAnswer, (wire) => [
      head(wire, { Connection: 'close' }).replace(/^(HTTP\/1.1 \d+ )[^\r]*/, '$1'),
      wire.bytes,
    ]),
    listCategories,
  ),
  variant(
    'many-headers',
    'RFC 9110 6.3',
    'answers have cookies, an ETag, caching and security headers',
    on(
      anyAnswer,
      withHeaders({
        'Set-Cookie': 'session=abc; HttpOnly',
        ETag: 'W/"5"',
        'Cache-Control': 'no-store',
        'Strict-Transport-Security': 'max-age=1',
        'X-Powered-By': 'PHP/8.2',
      }),
    ),
    listCategories,
  ),
  variant(
    'slow',
    '8',
    'every answer takes 300 ms',
    (stages, { wait }) => ({
      send: async (wire, response, call) => {
        await wait(300);
        await stages.send(wire, response, call);
      },
    }),
    listCategories,
  ),
  variant(
    'pretty-printed',
    'RFC 8259 2',
    'the JSON is indented and ends in a line break',
    on(anyAnswer, (answer) => ({ ...answer, raw: `${JSON.stringify(answer.body, null, 4)}\r\n` })),
    listCategories,
  ),
  variant(
    'unicode-escaped',
    'RFC 8259 7',
    'text that is not ASCII is escaped',
    on(anyAnswer, rewrite(escape)),
    listCategories,
  ),
  variant(
    'slashes-escaped',
    'RFC 8259 7',
    'slashes are escaped, as by PHP',
    on(
      anyAnswer,
      rewrite((json) => json.replaceAll('/', '\\/')),
    ),
    askRates(),
  ),
  variant(
    'fields-in-other-order',
    'RFC 8259 4',
    'fields come in another order, everywhere',
    on(anyAnswer, (answer) => ({ ...answer, body: reversed(answer.body) as Fields })),
    listCategories,
  ),
  variant(
    'numbers-with-zero-fraction',
    'RFC 8259 6',
    'numbers of rates are written 12.0',
    on(
      rates,
      rewrite((json) => json.replace(/":(\d+)(?=[,}])/g, '":$1.0')),
    ),
    askRates(),
  ),
  variant(
    'integer-ids-with-zero-fraction',
    'RFC 8259 6',
    'ids of categories are written 1.0',
    on(
      categories,
      rewrite((json) => json.replace(/"id":(\d+)/g, '"id":$1.0')),
    ),
    listCategories,
  ),
  variant(
    'numbers-with-exponent',
    'RFC 8259 6',
    'delivery_time is written 9.6e1',
    on(
      rates,
      rewrite((json) => json.replace('"delivery_time":96', '"delivery_time":9.6e1')),
    ),
    askRates(),
  ),
  variant(
    'minus-zero',
    'RFC 8259 6',
    'home_delivery_fee is -0',
    on(
      rates,
      rewrite((json) => json.replaceAll('"home_delivery_fee":2.5', '"home_delivery_fee":-0')),
    ),
    askRates(),
  ),
];
