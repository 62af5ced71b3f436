/** Bytes, headers and connections: what HTTP and JSON demand of any answer (section 4, RFC 9110, 9112 and 8259). */
import { gzipSync } from 'node:zlib';
import {
  all,
  anyAnswer,
  categories,
  on,
  page,
  rates,
  rewrite,
  served,
  status,
  success,
  withHeaders,
} from '../changes.js';
import {
  askRates,
  askWithout,
  boxesOf,
  itemsOf,
  listCategories,
  askWith,
  TWO_BOXES,
  unknownPath,
  withKey,
} from '../requests.js';
import { hang, hangUp, head, recode, resend, sendRaw } from '../sending.js';
import { variationsOf } from '../variation.js';

const fault = variationsOf('transport');
const JSON_TYPE = 'application/json';
const bad = status(400);
const invalid = askWithout('sender.city');
const broken = askRates('{"weight": ');
const malformed = all(
  bad,
  served('getShippingRates', ({ body }) => body === undefined),
);
const twoBoxes = all(
  success,
  served('getShippingRates', (call) => boxesOf(call).length > 1),
);

export const transportFaults = [
  fault(
    'type-html',
    '4',
    'Content-Type is text/html on success',
    on(success, withHeaders({ 'Content-Type': 'text/html; charset=UTF-8' })),
    listCategories,
  ),
  fault(
    'type-html-on-errors',
    '4',
    'Content-Type is text/html on errors',
    on(bad, withHeaders({ 'Content-Type': 'text/html' })),
    invalid,
  ),
  fault(
    'type-plain-on-unauthorized',
    '4',
    'Content-Type is text/plain in a 401',
    on(status(401), withHeaders({ 'Content-Type': 'text/plain' })),
    withKey(null),
  ),
  fault(
    'type-plain',
    '4',
    'Content-Type is text/plain for rates',
    on(rates, withHeaders({ 'Content-Type': 'text/plain; charset=utf-8' })),
    askRates(),
  ),
  fault(
    'type-octet-stream',
    '4',
    'Content-Type is application/octet-stream',
    on(success, withHeaders({ 'Content-Type': 'application/octet-stream' })),
    listCategories,
  ),
  fault(
    'type-javascript',
    '4',
    'Content-Type is text/javascript',
    on(categories, withHeaders({ 'Content-Type': 'text/javascript' })),
    listCategories,
  ),
  fault(
    'type-missing',
    '4',
    'there is no Content-Type',
    recode(anyAnswer, ({ headers }) => ({ headers: { 'Content-Length': headers['Content-Length'] ?? '0' } })),
    listCategories,
  ),
  fault(
    'type-missing-on-errors',
    '4',
    'errors have no Content-Type',
    recode(bad, ({ headers }) => ({ headers: { 'Content-Length': headers['Content-Length'] ?? '0' } })),
    invalid,
  ),
  fault(
    'body-xml',
    '4',
    'the category list is XML',
    on(
      categories,
      page(200, 'application/xml', '<categories><category id="1">Books</category></categories>'),
    ),
    listCategories,
  ),
  fault(
    'body-jsonp',
    '4',
    'the list is wrapped in a callback',
    on(
      categories,
      rewrite((json) => `callback(${json});`),
    ),
    listCategories,
  ),
  fault(
    'body-empty',
    '4',
    'the list of categories is an empty body',
    on(categories, page(200, JSON_TYPE, '')),
    listCategories,
  ),
  fault('body-empty-on-400', '7', 'a 400 has no body', on(bad, page(400, JSON_TYPE, '')), invalid),
  fault(
    'body-latin-1',
    'RFC 8259 8.1',
    'the body is in Latin-1',
    resend(anyAnswer, (bytes) => Buffer.from(bytes.toString(), 'latin1'), {
      'Content-Type': 'application/json; charset=ISO-8859-1',
    }),
    listCategories,
  ),
  fault(
    'body-latin-1-undeclared',
    'RFC 8259 8.1',
    'the body is in Latin-1 and nothing says so',
    resend(anyAnswer, (bytes) => Buffer.from(bytes.toString(), 'latin1')),
    listCategories,
  ),
  fault(
    'body-utf-16',
    'RFC 8259 8.1',
    'the body is in UTF-16',
    resend(success, (bytes) => Buffer.from(bytes.toString(), 'utf16le'), {
      'Content-Type': 'application/json; charset=utf-16',
    }),
    listCategories,
  ),
  fault(
    'body-begins-with-bom',
    'RFC 8259 8.1',
    'the body begins with a byte order mark',
    on(
      anyAnswer,
      rewrite((json) => `\ufeff${json}`),
    ),
    listCategories,
  ),
  fault(
    'body-invalid-utf-8',
    'RFC 8259 8.1',
    'a text is cut in the middle of a character',
    resend(categories, (bytes) => {
      const cut = bytes.indexOf(Buffer.from('é')) + 1;
      return Buffer.concat([bytes.subarray(0, cut), bytes.subarray(cut + 1)]);
    }),
    listCategories,
  ),
  fault(
    'body-after-php-warning',
    '4',
    'a PHP warning stands before the JSON',
    on(
      rates,
      rewrite(
        (json) =>
          `<br />\n<b>Warning</b>: Undefined array key "phone" in <b>/var/www/rates.php</b> on line <b>42</b><br />\n${json}`,
      ),
    ),
    askRates(),
  ),
  fault(
    'body-before-debug-bar',
    '4',
    'a debug bar follows the JSON',
    on(
      success,
      rewrite((json) => `${json}<!-- debugbar 12ms -->`),
    ),
    listCategories,
  ),
  fault(
    'body-twice',
    '4',
    'the envelope is sent twice',
    on(
      bad,
      rewrite((json) => json + json),
    ),
    invalid,
  ),
  fault(
    'body-ends-in-null',
    '4',
    'the word null follows the JSON',
    on(
      rates,
      rewrite((json) => `${json}null`),
    ),
    askRates(),
  ),
  fault(
    'body-anti-hijacking-prefix',
    '4',
    `the body begins with )]}'`,
    on(
      success,
      rewrite((json) => `)]}',\n${json}`),
    ),
    listCategories,
  ),
  fault(
    'json-nan',
    'RFC 8259 6',
    'shipping_charge is NaN',
    on(
      rates,
      rewrite((json) => json.replace(/"shipping_charge":[\d.]+/, '"shipping_charge":NaN')),
    ),
    askRates(),
  ),
  fault(
    'json-infinity',
    'RFC 8259 6',
    'delivery_time is Infinity in the last rate',
    on(
      rates,
      rewrite((json) => json.replace(/"delivery_time":168/, '"delivery_time":Infinity')),
    ),
    askRates(),
  ),
  fault(
    'json-nan-for-several-items',
    'RFC 8259 6',
    'shipping_charge is NaN when there are several items',
    on(
      all(
        rates,
        served('getShippingRates', (call) => itemsOf(call).length > 2),
      ),
      rewrite((json) => json.replace(/"shipping_charge":[\d.]+/g, '"shipping_charge":NaN')),
    ),
    askRates(TWO_BOXES),
  ),
  fault(
    'json-trailing-comma',
    'RFC 8259 5',
    'a comma follows the last category',
    on(
      categories,
      rewrite((json) => json.replace('}]', '},]')),
    ),
    listCategories,
  ),
  fault(
    'json-single-quotes',
    'RFC 8259 7',
    'the error is written as Python writes a dict',
    on(
      bad,
      rewrite((json) => json.replaceAll('"', "'").replace('false', 'False')),
    ),
    invalid,
  ),
  fault(
    'json-raw-line-break',
    'RFC 8259 7',
    'a message has an unescaped line break',
    on(
      rates,
      rewrite((json) => json.replace('Shipping rates', 'Shipping\nrates')),
    ),
    askRates(),
  ),
  fault(
    'json-leading-zero',
    'RFC 8259 6',
    'ids have leading zeros',
    on(
      categories,
      rewrite((json) => json.replaceAll('"id":', '"id":0')),
    ),
    listCategories,
  ),
  fault(
    'json-decimal-comma',
    'RFC 8259 6',
    'amounts have a decimal comma',
    on(
      rates,
      rewrite((json) => json.replace(/(_fee|_charge)":(\d+)\.(\d+)/g, '$1":$2,$3')),
    ),
    askRates(),
  ),
  fault(
    'gzip-undeclared',
    'RFC 9110 8.4',
    'the body is gzip and Content-Encoding is missing',
    resend(success, (bytes) => gzipSync(bytes)),
    listCategories,
  ),
  fault(
    'gzip-only-declared',
    'RFC 9110 8.4',
    'Content-Encoding says gzip, the body is plain',
    on(success, withHeaders({ 'Content-Encoding': 'gzip' })),
    askRates(),
  ),
  fault(
    'gzip-cut',
    'RFC 9110 8.4',
    'the gzip stream is cut',
    resend(success, (bytes) => gzipSync(bytes).subarray(0, -12), { 'Content-Encoding': 'gzip' }),
    listCategories,
  ),
  fault(
    'length-too-large',
    'RFC 9112 6.3',
    'Content-Length is larger than the body',
    sendRaw(success, (wire) => [
      head(wire, { 'Content-Length': String(wire.bytes.length + 50) }),
      wire.bytes,
    ]),
    listCategories,
  ),
  fault(
    'length-too-small',
    'RFC 9112 6.3',
    'Content-Length is smaller than the body',
    sendRaw(success, (wire) => [
      head(wire, { 'Content-Length': String(wire.bytes.length - 20) }),
      wire.bytes,
    ]),
    askRates(),
  ),
  fault(
    'length-in-characters',
    'RFC 9112 6.3',
    'Content-Length counts characters instead of bytes',
    sendRaw(categories, (wire) => [
      head(wire, { 'Content-Length': String(wire.bytes.toString().length) }),
      wire.bytes,
    ]),
    listCategories,
  ),
  fault(
    'length-too-large-on-errors',
    'RFC 9112 6.3',
    'Content-Length is larger than the body of a 400',
    sendRaw(bad, (wire) => [head(wire, { 'Content-Length': String(wire.bytes.length + 2) }), wire.bytes]),
    invalid,
  ),
  fault(
    'length-twice',
    'RFC 9112 6.3',
    'there are two Content-Length that differ',
    sendRaw(rates, (wire) => [
      head(wire).replace('\r\n\r\n', `\r\nContent-Length: ${wire.bytes.length + 7}\r\n\r\n`),
      wire.bytes,
    ]),
    askRates(),
  ),
  fault(
    'chunks-unfinished',
    'RFC 9112 7.1',
    'the chunked body has no end',
    sendRaw(success, (wire) => [
      head(wire, { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }),
      `${wire.bytes.length.toString(16)}\r\n`,
      wire.bytes,
      '\r\n',
    ]),
    listCategories,
  ),
  fault(
    'chunks-undeclared-plain',
    'RFC 9112 7.1',
    'Transfer-Encoding says chunked, the body is plain',
    sendRaw(rates, (wire) => [
      head(wire, { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }),
      wire.bytes,
    ]),
    askRates(),
  ),
  fault(
    'body-cut-at-half',
    'RFC 9112 8',
    'the connection closes after half of the body',
    sendRaw(rates, (wire) => [head(wire), wire.bytes.subarray(0, wire.bytes.length / 2)]),
    askRates(),
  ),
  fault(
    'body-cut-when-large',
    'RFC 9112 8',
    'answers over 900 bytes are cut',
    sendRaw(
      (a) => JSON.stringify(a.body).length > 900,
      (wire) => [head(wire), wire.bytes.subarray(0, 900)],
    ),
    askRates(),
  ),
  fault(
    'json-cut',
    '4',
    'the JSON is cut, the length fits',
    resend(success, (bytes) => bytes.subarray(0, -15)),
    listCategories,
  ),
  fault(
    'not-http',
    'RFC 9112 4',
    'a bare JSON text is sent without status line',
    sendRaw(categories, (wire) => [wire.bytes]),
    listCategories,
  ),
  fault(
    'header-with-null-byte',
    'RFC 9110 5.5',
    'a header has a null byte in it',
    sendRaw(success, (wire) => [head(wire, { 'X-Trace': 'a\0b' }), wire.bytes]),
    listCategories,
  ),
  fault(
    'answer-never-comes-for-rates',
    '4.2',
    'valid rate requests are never answered',
    hang(rates),
    askRates(),
  ),
  fault(
    'answer-never-comes-for-categories',
    '4.1',
    'the category list is never answered',
    hang(categories),
    listCategories,
  ),
  fault('answer-never-comes-for-malformed', '7', 'malformed JSON is never answered', hang(malformed), broken),
  fault(
    'answer-never-comes-for-empty-body',
    '7',
    'an empty body is never answered',
    hang(served('getShippingRates', (call) => call.text === '')),
    askRates(''),
  ),
  fault(
    'hangs-up-on-two-boxes',
    '4.2',
    'the connection closes for two boxes',
    hangUp(twoBoxes),
    askRates(TWO_BOXES),
  ),
  fault('hangs-up-on-malformed', '7', 'the connection closes for malformed JSON', hangUp(malformed), broken),
  fault(
    'hangs-up-without-key',
    '5 rule 3',
    'the connection closes for a missing key',
    hangUp(status(401)),
    withKey(null),
  ),
  fault(
    'hangs-up-on-unknown-path',
    '7',
    'the connection closes for an unknown path',
    hangUp(status(404)),
    unknownPath,
  ),
  fault(
    'hangs-up-on-any-problem',
    '7',
    'the connection closes for any invalid request',
    hangUp(bad),
    askWith('weight', 'x'),
  ),
];
