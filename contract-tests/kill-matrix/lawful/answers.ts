/** Answers that differ from the reference server's and keep the contract. */
import { gzipSync } from 'node:zlib';
import {
  anyAnswer,
  categories,
  each,
  eachWith,
  failure,
  on,
  rates,
  retell,
  rewrite,
  set,
  status,
  success,
  withHeaders,
} from '../changes.js';
import { askRates, askWithout, forbiddenRates, listCategories, unknownPath, withKey } from '../requests.js';
import { head, recode, resend, sendRaw } from '../sending.js';
import { enveloped, type Fields } from '../stages.js';
import { variationsOf } from '../variation.js';

const lawful = variationsOf('answers');
const invalid = askWithout('sender.zip_code');
const deep = askWithout('box_dimension.0.weight');
const zipped = { ...listCategories, headers: { 'Accept-Encoding': 'gzip, br' } };
const renumber = (stamp: (text: string) => string) =>
  each((element) => ({
    ...element,
    created_at: stamp(String(element.created_at)),
    updated_at: stamp(String(element.updated_at)),
  }));
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

export const lawfulAnswers = [
  lawful(
    'more-envelope-fields',
    '2.1',
    'the envelope has more fields',
    on(anyAnswer, set({ meta: { took_ms: 3 }, trace_id: 'a1b2' })),
    listCategories,
  ),
  lawful(
    'more-category-fields',
    '2.2',
    'categories have more fields',
    on(categories, eachWith({ slug: 'x', parent_id: null, children: [] })),
    listCategories,
  ),
  lawful(
    'more-rate-fields',
    '2.3',
    'rates have more fields',
    on(rates, eachWith({ currency: 'USD', surcharges: [{ fuel: 1.5 }] })),
    askRates(),
  ),
  lawful(
    'charset-in-content-type',
    '4',
    'Content-Type has a charset',
    on(anyAnswer, withHeaders({ 'Content-Type': 'application/json; charset=utf-8' })),
    listCategories,
  ),
  lawful(
    'charset-quoted-in-capitals',
    '4',
    'Content-Type is Application/JSON; charset="UTF-8"',
    on(anyAnswer, withHeaders({ 'Content-Type': 'Application/JSON; charset="UTF-8"' })),
    listCategories,
  ),
  lawful(
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
  lawful(
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
  lawful(
    'chunked',
    'RFC 9112 7.1',
    'answers are sent in chunks',
    recode(anyAnswer, ({ headers }) => ({
      headers: { 'Content-Type': headers['Content-Type'] ?? '', 'Transfer-Encoding': 'chunked' },
    })),
    listCategories,
  ),
  lawful(
    'until-close',
    'RFC 9112 6.3',
    'answers have no length and end with the connection, as in HTTP/1.0',
    sendRaw(anyAnswer, (wire) => [
      head(wire, { 'Content-Length': undefined, Connection: 'close' }).replace('HTTP/1.1', 'HTTP/1.0'),
      wire.bytes,
    ]),
    listCategories,
  ),
  lawful(
    'keep-alive-off',
    'RFC 9112 9.6',
    'each connection closes after one answer',
    on(anyAnswer, withHeaders({ Connection: 'close', Server: 'one-shot' })),
    listCategories,
  ),
  lawful(
    'reason-phrase-missing',
    'RFC 9112 4',
    'the status line has no reason',
    sendRaw(anyAnswer, (wire) => [
      head(wire, { Connection: 'close' }).replace(/^(HTTP\/1.1 \d+ )[^\r]*/, '$1'),
      wire.bytes,
    ]),
    listCategories,
  ),
  lawful(
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
  lawful(
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
  lawful(
    'pretty-printed',
    'RFC 8259 2',
    'the JSON is indented and ends in a line break',
    on(anyAnswer, (answer) => ({ ...answer, raw: `${JSON.stringify(answer.body, null, 4)}\r\n` })),
    listCategories,
  ),
  lawful(
    'unicode-escaped',
    'RFC 8259 7',
    'text that is not ASCII is escaped',
    on(anyAnswer, rewrite(escape)),
    listCategories,
  ),
  lawful(
    'slashes-escaped',
    'RFC 8259 7',
    'slashes are escaped, as by PHP',
    on(
      anyAnswer,
      rewrite((json) => json.replaceAll('/', '\\/')),
    ),
    askRates(),
  ),
  lawful(
    'fields-in-other-order',
    'RFC 8259 4',
    'fields come in another order, everywhere',
    on(anyAnswer, (answer) => ({ ...answer, body: reversed(answer.body) as Fields })),
    listCategories,
  ),
  lawful(
    'numbers-with-zero-fraction',
    'RFC 8259 6',
    'numbers of rates are written 12.0',
    on(
      rates,
      rewrite((json) => json.replace(/":(\d+)(?=[,}])/g, '":$1.0')),
    ),
    askRates(),
  ),
  lawful(
    'integer-ids-with-zero-fraction',
    'RFC 8259 6',
    'ids of categories are written 1.0',
    on(
      categories,
      rewrite((json) => json.replace(/"id":(\d+)/g, '"id":$1.0')),
    ),
    listCategories,
  ),
  lawful(
    'numbers-with-exponent',
    'RFC 8259 6',
    'delivery_time is written 9.6e1',
    on(
      rates,
      rewrite((json) => json.replace('"delivery_time":96', '"delivery_time":9.6e1')),
    ),
    askRates(),
  ),
  lawful(
    'minus-zero',
    'RFC 8259 6',
    'home_delivery_fee is -0',
    on(
      rates,
      rewrite((json) => json.replaceAll('"home_delivery_fee":2.5', '"home_delivery_fee":-0')),
    ),
    askRates(),
  ),
  lawful(
    'large-ids',
    '2.2',
    'ids are large integers',
    on(
      categories,
      each((c) => ({ ...c, id: 9_007_199_254_740_000 + Number(c.id) })),
    ),
    listCategories,
  ),
  lawful(
    'negative-and-zero-ids',
    '2.2',
    'ids begin below zero',
    on(
      categories,
      each((c) => ({ ...c, id: Number(c.id) - 2 })),
    ),
    listCategories,
  ),
  lawful(
    'category-names-repeat',
    '2.2',
    'two categories have the same name',
    on(categories, eachWith({ name: 'Other' })),
    listCategories,
  ),
  lawful(
    'category-name-empty',
    '2.2',
    'a category has an empty name',
    on(
      categories,
      each((c, index) => (index === 0 ? { ...c, name: '' } : c)),
    ),
    listCategories,
  ),
  lawful(
    'stamps-with-milliseconds',
    '2.2',
    'timestamps have milliseconds',
    on(
      categories,
      renumber((s) => s.replace('Z', '.120Z')),
    ),
    listCategories,
  ),
  lawful(
    'stamps-with-microseconds',
    '2.2',
    'timestamps have microseconds, as by Laravel',
    on(
      categories,
      renumber((s) => s.replace('Z', '.000000Z')),
    ),
    listCategories,
  ),
  lawful(
    'stamps-with-zero-offset',
    '2.2',
    'timestamps end in +00:00',
    on(
      categories,
      renumber((s) => s.replace('Z', '+00:00')),
    ),
    listCategories,
  ),
  lawful(
    'updated-before-created',
    '2.2',
    'updated_at is earlier than created_at',
    on(categories, eachWith({ updated_at: '2001-01-01T00:00:00Z' })),
    listCategories,
  ),
  lawful(
    'no-categories',
    '4.1',
    'there are no categories',
    (stages) => ({
      operate: (call) =>
        call.operation === 'listCategories' ? enveloped(200, '', []) : stages.operate(call),
    }),
    listCategories,
  ),
  lawful('no-rates', '2.1', 'no courier serves anybody', on(rates, set({ data: [] })), askRates()),
  lawful(
    'one-rate',
    '4.2',
    'there is one courier option only',
    on(rates, (answer) => ({
      ...answer,
      body: { ...answer.body, data: (answer.body.data as Fields[]).slice(0, 1) },
    })),
    askRates(),
  ),
  lawful(
    'many-categories',
    '4.1',
    'there are two thousand categories',
    on(categories, (answer) => ({
      ...answer,
      body: {
        ...answer.body,
        data: Array.from({ length: 2000 }, (_, id) => ({ ...(answer.body.data as Fields[])[0], id })),
      },
    })),
    listCategories,
  ),
  lawful(
    'free-shipping',
    '2.3',
    'charges and times are 0',
    on(rates, eachWith({ shipping_charge: 0, delivery_time: 0, home_delivery_fee: 0 })),
    askRates(),
  ),
  lawful(
    'charge-with-many-digits',
    '2.3',
    'charges have more than two decimals',
    on(rates, eachWith({ shipping_charge: 12.345678901 })),
    askRates(),
  ),
  lawful(
    'empty-texts-in-rates',
    '2.3',
    'texts of rates are empty',
    on(rates, eachWith({ description: '', import_tax: '', courier_type: '', delivery_time_text: '' })),
    askRates(),
  ),
  lawful(
    'import-tax-as-digits',
    '2.3',
    'import_tax is text of digits',
    on(rates, eachWith({ import_tax: '12.50' })),
    askRates(),
  ),
  lawful(
    'logo-with-query',
    '2.3',
    'logo is a URL with port, query and escapes',
    on(rates, eachWith({ logo: 'http://cdn.example.com:8443/logo%20one.svg?v=2&s=%C3%A9#top' })),
    askRates(),
  ),
  lawful(
    'rate-ids-of-digits',
    '2.3',
    'rate ids are texts of digits',
    on(
      rates,
      each((rate, index) => ({ ...rate, id: String(index), request_id: '17' })),
    ),
    askRates(),
  ),
  lawful(
    'same-courier-twice',
    '2.3',
    'one courier offers all options',
    on(rates, eachWith({ courier_name: 'Alba', courier_type: 'ground' })),
    askRates(),
  ),
  lawful(
    'message-empty',
    '2.1',
    'messages are empty on success',
    on(success, set({ message: '' })),
    listCategories,
  ),
  lawful(
    'message-empty-on-bad-request',
    '2.1',
    'the message of a 400 is empty',
    on(status(400), set({ message: '' })),
    invalid,
  ),
  lawful(
    'messages-in-bengali',
    '2.1',
    'messages are in another language',
    on(status(400), set({ message: 'অনুরোধটি সঠিক নয়' })),
    invalid,
  ),
  lawful(
    'problems-in-german',
    '4.2 rule 1',
    'problems are told in German',
    retell((_, problems) =>
      problems.map(({ text }) => `Das Feld ${text.split(' ')[0] ?? ''} fehlt oder ist ungültig`),
    ),
    invalid,
  ),
  lawful(
    'problems-dotted',
    '4.2 rule 1',
    'problems name places as box_dimension.0.weight',
    retell((texts) => texts.map((text) => text.replace(/\[(\d+)\]/g, '.$1'))),
    deep,
  ),
  lawful(
    'problems-as-pointer',
    '4.2 rule 1',
    'problems name places as /box_dimension/0/weight',
    retell((_, problems) => problems.map(({ path }) => `/${path.join('/')} is not valid`)),
    deep,
  ),
  lawful(
    'problems-with-dollar',
    '4.2 rule 1',
    'problems name places as $.box_dimension[0].weight',
    retell((texts) => texts.map((text) => `Error at $.${text}`)),
    deep,
  ),
  lawful(
    'problems-in-another-order',
    '7 rule 2',
    'problems come in another order',
    retell((texts) => [...texts].reverse()),
    askRates({}),
  ),
  lawful(
    'unauthorized-with-challenge',
    '5',
    'a 401 has WWW-Authenticate',
    on(status(401), withHeaders({ 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' })),
    withKey(null),
  ),
  lawful(
    'unauthorized-other-text',
    '5 rule 3',
    'the texts of a 401 are other words',
    on(
      status(401),
      set({
        message: 'API key is not valid.',
        errors: ['Authentication failure', 'See the developer dashboard'],
      }),
    ),
    withKey(null),
  ),
  lawful(
    'errors-with-more-fields',
    '2.1',
    'errors carry a documentation link',
    on(failure, set({ docs: 'https://docs.example.com' })),
    forbiddenRates,
  ),
  lawful(
    'not-found-other-text',
    '7',
    'the texts of a 404 are in French',
    on(status(404), set({ message: 'Introuvable', errors: ['Ressource introuvable'] })),
    unknownPath,
  ),
  lawful(
    'markup-in-texts',
    '2.3',
    'descriptions have quotes, backslashes and angle brackets',
    on(rates, eachWith({ description: '"<b>door</b>" & \\ more' })),
    askRates(),
  ),
];
