/** Content types and encodings of answers (section 4, RFC 9110 and 8259). */
import { gzipSync } from 'node:zlib';
import {
  anyAnswer,
  categories,
  on,
  page,
  rates,
  rewrite,
  status,
  success,
  withHeaders,
} from '../../variations/changes.js';
import { askRates, askWithout, listCategories, withKey } from '../../variations/requests.js';
import { recode, resend } from '../../variations/sending.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('transport');
const JSON_TYPE = 'application/json';
const bad = status(400);
const invalid = askWithout('sender.city');

export default [
  ...foundBy(
    'http/json-content-type',
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
      recode(anyAnswer, ({ headers }) => ({
        headers: { 'Content-Length': headers['Content-Length'] ?? '0' },
      })),
      listCategories,
    ),
    fault(
      'type-missing-on-errors',
      '4',
      'errors have no Content-Type',
      recode(bad, ({ headers }) => ({ headers: { 'Content-Length': headers['Content-Length'] ?? '0' } })),
      invalid,
    ),
  ),
  foundOnlyBy(
    'http/json-content-type',
    fault(
      'type-plain',
      '4',
      'Content-Type is text/plain for rates',
      on(rates, withHeaders({ 'Content-Type': 'text/plain; charset=utf-8' })),
      askRates(),
    ),
  ),
  ...foundBy(
    ['http/valid-json', 'http/json-content-type'],
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
  ),
  ...foundBy(
    'http/valid-json',
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
      'gzip-undeclared',
      'RFC 9110 8.4',
      'the body is gzip and Content-Encoding is missing',
      resend(success, (bytes) => gzipSync(bytes)),
      listCategories,
    ),
  ),
  ...foundBy(
    'http/complete-message',
    fault(
      'gzip-only-declared',
      'RFC 9110 8.4',
      'Content-Encoding says gzip, the body is plain',
      on(success, withHeaders({ 'Content-Encoding': 'gzip' })),
      askRates(),
    ),
  ),
  ...foundBy(
    ['http/complete-message', 'http/valid-json'],
    fault(
      'gzip-cut',
      'RFC 9110 8.4',
      'the gzip stream is cut',
      resend(success, (bytes) => gzipSync(bytes).subarray(0, -12), { 'Content-Encoding': 'gzip' }),
      listCategories,
    ),
  ),
];
