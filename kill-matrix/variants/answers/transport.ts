/** Headers, connections and ways of writing JSON that HTTP and JSON leave free. */

import type { Fields } from '../../reference-server/stages.js';
import { escaped, rewrite, withHeaders } from '../../variations/changes.js';
import { anyAnswer } from '../../variations/conditions.js';
import { listCategories } from '../../variations/requests.js';
import { head, sendRaw, smallNames, compressed, inChunks } from '../../variations/sending.js';
import { variantsOf } from '../../variations/variation.js';

const zipped = { ...listCategories, headers: { 'Accept-Encoding': 'gzip, br' } };
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
};

export default variantsOf('answers', { section: 'RFC 8259 6' })({
  'charset-in-content-type': {
    section: '4',
    title: 'Content-Type has a charset',
    answers: withHeaders({ 'Content-Type': 'application/json; charset=utf-8' }),
  },
  'charset-quoted-in-capitals': {
    section: '4',
    title: 'Content-Type is Application/JSON; charset="UTF-8"',
    answers: withHeaders({ 'Content-Type': 'Application/JSON; charset="UTF-8"' }),
  },
  'header-names-in-lower-case': {
    section: 'RFC 9110 5.1',
    title: 'header names are in lower case',
    apply: smallNames,
  },
  'gzip-when-accepted': {
    section: 'RFC 9110 8.4',
    title: 'answers are gzip where the client accepts it',
    apply: compressed(),
    witness: zipped,
  },
  chunked: { section: 'RFC 9112 7.1', title: 'answers are sent in chunks', apply: inChunks },
  'until-close': {
    section: 'RFC 9112 6.3',
    title: 'answers have no length and end with the connection, as in HTTP/1.0',
    apply: sendRaw(anyAnswer, (wire) => [
      head(wire, { 'Content-Length': undefined, Connection: 'close' }).replace('HTTP/1.1', 'HTTP/1.0'),
      wire.bytes,
    ]),
  },
  'keep-alive-off': {
    section: 'RFC 9112 9.6',
    title: 'each connection closes after one answer',
    answers: withHeaders({ Connection: 'close', Server: 'one-shot' }),
  },
  'reason-phrase-missing': {
    section: 'RFC 9112 4',
    title: 'the status line has no reason',
    apply: sendRaw(anyAnswer, (wire) => [
      head(wire, { Connection: 'close' }).replace(/^(HTTP\/1.1 \d+ )[^\r]*/, '$1'),
      wire.bytes,
    ]),
  },
  'many-headers': {
    section: 'RFC 9110 6.3',
    title: 'answers have cookies, an ETag, caching and security headers',
    answers: withHeaders({
      'Set-Cookie': 'session=abc; HttpOnly',
      ETag: 'W/"5"',
      'Cache-Control': 'no-store',
      'Strict-Transport-Security': 'max-age=1',
      'X-Powered-By': 'PHP/8.2',
    }),
  },
  slow: {
    section: '8',
    title: 'every answer takes 300 ms',
    apply: (stages, { wait }) => ({
      send: async (wire, response, call) => {
        await wait(300);
        await stages.send(wire, response, call);
      },
    }),
  },
  'pretty-printed': {
    section: 'RFC 8259 2',
    title: 'the JSON is indented and ends in a line break',
    answers: (answer) => ({ ...answer, raw: `${JSON.stringify(answer.body, null, 4)}\r\n` }),
  },
  'unicode-escaped': {
    section: 'RFC 8259 7',
    title: 'text that is not ASCII is escaped',
    answers: rewrite((json) => escaped(json)),
  },
  'slashes-escaped': {
    section: 'RFC 8259 7',
    title: 'slashes are escaped, as by PHP',
    answers: rewrite((json) => json.replaceAll('/', '\\/')),
  },
  'fields-in-other-order': {
    section: 'RFC 8259 4',
    title: 'fields come in another order, everywhere',
    answers: (answer) => ({ ...answer, body: reversed(answer.body) as Fields }),
  },
  'numbers-with-zero-fraction': {
    title: 'numbers of rates are written 12.0',
    rates: rewrite((json) => json.replace(/":(\d+)(?=[,}])/g, '":$1.0')),
  },
  'integer-ids-with-zero-fraction': {
    title: 'ids of categories are written 1.0',
    categories: rewrite((json) => json.replace(/"id":(\d+)/g, '"id":$1.0')),
  },
  'numbers-with-exponent': {
    title: 'delivery_time is written 9.6e1',
    rates: rewrite((json) => json.replace('"delivery_time":96', '"delivery_time":9.6e1')),
  },
  'minus-zero': {
    title: 'home_delivery_fee is -0',
    rates: rewrite((json) => json.replaceAll('"home_delivery_fee":2.5', '"home_delivery_fee":-0')),
  },
});
