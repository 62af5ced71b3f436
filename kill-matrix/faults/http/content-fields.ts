/** Content-Type and Content-Encoding, without which a client cannot read a body (RFC 9110 8). */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type {} from '../../reference-server/stages.js';
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
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import {
  askRates,
  askWithout,
  forbiddenRates,
  listCategories,
  unknownPath,
  withKey,
} from '../../variations/requests.js';
import { head, recode, resend, sendRaw } from '../../variations/sending.js';
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

export default [
  ...foundBy(
    'http/one-content-type',
    fault(
      'type-twice-and-differing',
      'RFC 9110 8.3',
      'there are two Content-Type, and the second is HTML',
      twice(rates, 'Content-Type: text/html'),
      askRates(),
    ),
    fault(
      'type-as-list',
      'RFC 9110 8.3',
      'Content-Type is a list of two media types',
      withType(categories, 'text/html, application/json'),
      listCategories,
    ),
  ),
  ...foundBy(
    'http/one-content-type',
    fault(
      'type-twice-on-errors',
      'RFC 9110 8.3',
      'an error has Content-Type twice, from framework and handler',
      twice(failure, 'Content-Type: text/plain; charset=utf-8'),
      invalid,
    ),
  ),
  ...foundBy(
    'http/json-content-type',
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
      'type-form-on-403',
      '4',
      'Content-Type of a 403 is that of the request as a form',
      withType(status(403), 'application/x-www-form-urlencoded'),
      forbiddenRates,
    ),
    fault(
      'type-empty',
      'RFC 9110 8.3',
      'Content-Type has no value',
      withType(categories, ''),
      listCategories,
    ),
  ),
  foundOnlyBy(
    'http/json-content-type',
    fault(
      'type-problem-json-on-404',
      '4',
      'Content-Type of a 404 is application/problem+json',
      withType(status(404), 'application/problem+json'),
      unknownPath,
    ),
  ),
  foundOnlyBy(
    'http/json-content-type',
    fault(
      'type-charset-utf-16-of-utf-8',
      'RFC 9110 8.3.2',
      'the charset says UTF-16 and the body is UTF-8',
      withType(success, 'application/json; charset=utf-16'),
      listCategories,
    ),
  ),
  foundOnlyBy(
    'http/accepted-coding',
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
  ),
  foundOnlyBy(
    'http/accepted-coding',
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
  ),
  foundOnlyBy(
    'http/accepted-coding',
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
  ),

  ...foundBy(
    'http/complete-message',
    fault(
      'coding-utf-8',
      'RFC 9110 8.4',
      'Content-Encoding is utf-8, which is no coding',
      on(categories, withHeaders({ 'Content-Encoding': 'utf-8' })),
      listCategories,
    ),
  ),
  ...foundBy(
    ['http/complete-message', 'http/valid-json'],
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
  ),
  ...foundBy(
    'http/valid-json',
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
  ),
];
