/** Header fields that a client reads: Content-Type, Content-Encoding, and those that practice forgets: Date, Allow, WWW-Authenticate (RFC 9110). */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Answer } from '../../reference-server/stages.js';
import {
  all,
  categories,
  failure,
  on,
  rates,
  status,
  success,
  withHeaders,
  type When,
} from '../../variations/changes.js';
import { firstContact } from '../../variations/found-by.js';
import {
  askRates,
  askWithout,
  forbiddenRates,
  listCategories,
  unknownPath,
  withKey,
} from '../../variations/requests.js';
import { head, recode, resend, sendRaw } from '../../variations/sending.js';
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('header fields');
const invalid = askWithout('sender.city');
const accepts = (coding: string): Step => ({ ...listCategories, headers: { 'Accept-Encoding': coding } });
const wants =
  (test: (coding: string) => boolean): When =>
  (_, { headers }) =>
    test(String(headers['accept-encoding'] ?? ''));
const withType = (when: When, type: string) =>
  recode(when, ({ headers }) => ({ headers: { ...headers, 'Content-Type': type } }));
const twice = (when: When, line: string) =>
  sendRaw(when, (wire) => [head(wire).replace('\r\n\r\n', `\r\n${line}\r\n\r\n`), wire.bytes]);
const without = (name: string) => (answer: Answer) => ({
  ...answer,
  headers: Object.fromEntries(Object.entries(answer.headers).filter(([each]) => each !== name)),
});
const notAllowed = status(405);
const getRates: Step = { method: 'GET', path: '/get-shipping-rates' };
const deleteList: Step = { method: 'DELETE', path: '/categories' };
const isExpired: When = (_, { headers }) => String(headers.authorization).endsWith(DEFAULT_KEYS.expired);
const challenge = (value: string) => withHeaders({ 'WWW-Authenticate': value });

export default firstContact(
  fault(
    'type-twice-and-differing',
    'RFC 9110 8.3',
    'there are two Content-Type, and the second is HTML',
    twice(rates, 'Content-Type: text/html'),
    askRates(),
  ),
  fault(
    'type-twice-on-errors',
    'RFC 9110 8.3',
    'an error has Content-Type twice, from framework and handler',
    twice(failure, 'Content-Type: text/plain; charset=utf-8'),
    invalid,
  ),
  fault(
    'type-as-list',
    'RFC 9110 8.3',
    'Content-Type is a list of two media types',
    withType(categories, 'text/html, application/json'),
    listCategories,
  ),
  fault(
    'type-without-semicolon',
    'RFC 9110 8.3.1',
    'no semicolon stands before the charset',
    withType(categories, 'application/json charset=utf-8'),
    listCategories,
  ),
  fault('type-word-json', 'RFC 9110 8.3.1', 'Content-Type is json', withType(rates, 'json'), askRates()),
  fault(
    'type-charset-only',
    'RFC 9110 8.3.1',
    'Content-Type of a 401 is a charset alone',
    withType(status(401), 'charset=utf-8'),
    withKey(null),
  ),
  fault(
    'type-problem-json-on-404',
    '4',
    'Content-Type of a 404 is application/problem+json',
    withType(status(404), 'application/problem+json'),
    unknownPath,
  ),
  fault(
    'type-form-on-403',
    '4',
    'Content-Type of a 403 is that of the request as a form',
    withType(status(403), 'application/x-www-form-urlencoded'),
    forbiddenRates,
  ),
  fault('type-empty', 'RFC 9110 8.3', 'Content-Type has no value', withType(categories, ''), listCategories),
  fault(
    'type-charset-utf-16-of-utf-8',
    'RFC 9110 8.3.2',
    'the charset says UTF-16 and the body is UTF-8',
    withType(success, 'application/json; charset=utf-16'),
    listCategories,
  ),
  fault(
    'coding-utf-8',
    'RFC 9110 8.4',
    'Content-Encoding is utf-8, which is no coding',
    on(categories, withHeaders({ 'Content-Encoding': 'utf-8' })),
    listCategories,
  ),
  fault(
    'coding-deflate-is-gzip',
    'RFC 9110 8.4.1',
    'Content-Encoding says deflate, the body is gzip',
    resend(
      all(
        rates,
        wants((coding) => coding.includes('deflate')),
      ),
      (bytes) => gzipSync(bytes),
      { 'Content-Encoding': 'deflate' },
    ),
    { ...askRates(), headers: { 'Accept-Encoding': 'gzip, deflate' } },
  ),
  fault(
    'coding-gzip-refused-by-client',
    'RFC 9110 12.5.3',
    'answers are gzip also for a client that gives it q=0',
    resend(
      all(
        success,
        wants((coding) => /gzip;\s*q=0(\.0+)?(,|$)/.test(coding)),
      ),
      (bytes) => gzipSync(bytes),
      { 'Content-Encoding': 'gzip' },
    ),
    accepts('gzip;q=0, identity'),
  ),
  fault(
    'coding-brotli-for-gzip',
    'RFC 9110 12.5.3',
    'answers are brotli for a client that accepts gzip only',
    resend(
      all(
        success,
        wants((coding) => coding.includes('gzip') && !coding.includes('br')),
      ),
      (bytes) => brotliCompressSync(bytes),
      { 'Content-Encoding': 'br' },
    ),
    accepts('gzip'),
  ),
  fault(
    'coding-gzip-for-identity',
    'RFC 9110 12.5.3',
    'answers are gzip for a client that accepts identity only',
    resend(
      all(
        success,
        wants((coding) => coding === 'identity'),
      ),
      (bytes) => gzipSync(bytes),
      { 'Content-Encoding': 'gzip' },
    ),
    accepts('identity'),
  ),
  fault(
    'coding-gzip-twice',
    'RFC 9110 8.4',
    'the body is gzip twice and says so once',
    resend(
      all(
        success,
        wants((coding) => coding.includes('gzip')),
      ),
      (bytes) => gzipSync(gzipSync(bytes)),
      { 'Content-Encoding': 'gzip' },
    ),
    accepts('gzip'),
  ),
  fault(
    'coding-length-of-plain',
    'RFC 9112 6.3',
    'Content-Length of a gzip answer is that of the plain one',
    sendRaw(
      all(
        success,
        wants((coding) => coding.includes('gzip')),
      ),
      (wire) => [head(wire, { 'Content-Encoding': 'gzip' }), gzipSync(wire.bytes)],
    ),
    accepts('gzip'),
  ),
  fault(
    'date-missing',
    'RFC 9110 6.6.1',
    'answers have no Date',
    sendRaw(categories, (wire) => [head(wire, { Date: undefined }), wire.bytes]),
    listCategories,
  ),
  fault(
    'date-iso',
    'RFC 9110 5.6.7',
    'Date is in ISO 8601',
    on(success, withHeaders({ Date: '2026-01-15T09:30:00Z' })),
    listCategories,
  ),
  fault(
    'date-local',
    'RFC 9110 5.6.7',
    'Date is in local time with an offset',
    on(rates, withHeaders({ Date: 'Thu, 15 Jan 2026 15:30:00 +0600' })),
    askRates(),
  ),
  fault(
    'date-stands-still',
    'RFC 9110 6.6.1',
    'Date is that of the start of the server, years ago',
    on(success, withHeaders({ Date: 'Tue, 15 Nov 1994 08:12:31 GMT' })),
    listCategories,
  ),
  fault(
    'allow-missing-for-rates',
    'RFC 9110 15.5.6',
    'the 405 of rates has no Allow',
    on(
      all(notAllowed, (_, { path }) => path === '/get-shipping-rates'),
      without('Allow'),
    ),
    getRates,
  ),
  fault(
    'allow-empty',
    'RFC 9110 10.2.1',
    'Allow is empty where the path has a method',
    on(notAllowed, withHeaders({ Allow: '' })),
    deleteList,
  ),
  fault(
    'allow-lacks-method',
    'RFC 9110 10.2.1',
    'Allow of rates names GET, which is refused, and not POST',
    on(
      all(notAllowed, (_, { path }) => path === '/get-shipping-rates'),
      withHeaders({ Allow: 'GET' }),
    ),
    getRates,
  ),
  fault(
    'allow-lower-case',
    'RFC 9110 9.1',
    'Allow names get in lower case',
    on(notAllowed, withHeaders({ Allow: 'get, head' })),
    deleteList,
  ),
  fault(
    'allow-as-json',
    'RFC 9110 10.2.1',
    'Allow is a JSON list',
    on(notAllowed, withHeaders({ Allow: '["GET"]' })),
    deleteList,
  ),
  fault(
    'challenge-missing-for-expired',
    'RFC 9110 15.5.2',
    'the 401 of an expired key has no WWW-Authenticate',
    on(all(status(401), isExpired), without('WWW-Authenticate')),
    withKey(`Bearer ${DEFAULT_KEYS.expired}`),
  ),
  fault(
    'challenge-missing-for-rates',
    'RFC 9110 15.5.2',
    'the 401 of rates has no WWW-Authenticate',
    on(
      all(status(401), (_, { path }) => path === '/get-shipping-rates'),
      without('WWW-Authenticate'),
    ),
    withKey(null, askRates()),
  ),
  fault(
    'challenge-empty',
    'RFC 9110 11.6.1',
    'WWW-Authenticate is empty',
    on(status(401), challenge('')),
    withKey(null),
  ),
  fault(
    'challenge-basic',
    'RFC 9110 11.6.1',
    'WWW-Authenticate asks for Basic, which is not accepted',
    on(status(401), challenge('Basic realm="api"')),
    withKey('Bearer nobody'),
  ),
  fault(
    'challenge-as-sentence',
    'RFC 9110 11.6.1',
    'WWW-Authenticate is a sentence',
    on(status(401), challenge('Please send a valid key!')),
    withKey(null),
  ),
);
