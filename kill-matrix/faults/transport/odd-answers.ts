/** Answers that are no message of HTTP, no JSON or no envelope (2.1, 4). */
import { gzipSync } from 'node:zlib';
import {
  all,
  categories,
  failure,
  on,
  page,
  served,
  set,
  status,
  success,
  withHeaders,
} from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { SHIPMENT, askRates, listCategories, unknownPath, withKey } from '../../variations/requests.js';
import { head, recode, resend, sendRaw } from '../../variations/sending.js';
import { type Step, variationsOf } from '../../variations/variation.js';

const fault = variationsOf('transport');
const html = (code: number, text: string) => page(code, 'text/html', `<html><h1>${text}</h1></html>`);
const ask = (method: string, path: string, headers: Step['headers'] = {}): Step => ({
  method,
  path,
  headers,
});

export default [
  ...foundBy(
    'http/valid-json',
    fault(
      'unauthorized-without-body',
      '2.1',
      'a 401 to a POST has no body',
      recode(
        all(status(401), (_, { method }) => method === 'POST'),
        (wire) => ({ bytes: Buffer.alloc(0), headers: { ...wire.headers, 'Content-Length': '0' } }),
      ),
      withKey(null, askRates()),
    ),
  ),
  ...foundBy(
    ['http/json-content-type', 'http/valid-json'],
    fault(
      'unknown-below-rates-plain',
      '4',
      'a path below the rates is plain text',
      on((_, { path }) => path.startsWith('/get-shipping-rates/'), page(404, 'text/plain', 'not found')),
      ask('GET', '/get-shipping-rates/x'),
    ),
  ),
  ...foundBy(
    ['http/allow-with-405', 'http/json-content-type', 'http/valid-json'],
    fault(
      'patch-is-html',
      '4',
      'PATCH of the categories is an HTML page',
      on(
        (_, { method, path }) => method === 'PATCH' && path === '/categories',
        html(405, 'Method Not Allowed'),
      ),
      ask('PATCH', '/categories'),
    ),
  ),
  ...foundBy(
    ['http/accepted-coding', 'http/complete-message', 'http/valid-json'],
    fault(
      'gzip-without-last-bytes',
      'RFC 9110 8.4',
      'compressed lists lack their last six bytes',
      (stages) =>
        resend(categories, (bytes) => gzipSync(bytes).subarray(0, -6), { 'Content-Encoding': 'gzip' })(
          stages,
          {} as never,
        ),
      listCategories,
    ),
  ),
  ...foundBy(
    'http/answers',
    fault(
      'length-and-chunks',
      'RFC 9112 6.2',
      'a response has Content-Length and chunks',
      sendRaw(categories, (wire) => [
        head(wire, { 'Transfer-Encoding': 'chunked' }),
        `${wire.bytes.length.toString(16)}\r\n`,
        wire.bytes,
        '\r\n0\r\n\r\n',
      ]),
      listCategories,
    ),
  ),
  ...foundBy(
    ['envelope/object', 'errors/names-field'],
    fault(
      'json-in-a-text',
      '4',
      'the envelope is a text with JSON',
      on(failure, (answer) => ({ ...answer, raw: JSON.stringify(JSON.stringify(answer.body)) })),
      unknownPath,
    ),
  ),
  ...foundBy(
    'errors/nothing-leaks',
    fault(
      'message-of-the-database',
      '2.1',
      'a 400 shows the query of the database',
      on(
        all(status(400), (_, call) => call.text.length > 3000),
        set({
          errors: ['SQLSTATE[22001]: String data, right truncated: insert into boxes (name) values (?)'],
        }),
      ),
      askRates({ ...SHIPMENT, weight: 'x'.repeat(3500) }),
    ),
  ),
  ...foundBy(
    'http/answers',
    fault(
      'answer-with-two-lengths',
      'RFC 9110 5.3',
      'Content-Length comes twice with two values',
      sendRaw(served('listCategories'), (wire) => [
        head(wire).replace('\r\n\r\n', `\r\nContent-Length: ${wire.bytes.length + 1}\r\n\r\n`),
        wire.bytes,
      ]),
      listCategories,
    ),
  ),
  ...foundBy(
    'http/json-content-type',
    fault(
      'rates-typed-utf-16',
      'RFC 8259 8.1',
      'rates are said to be UTF-16',
      on(
        all(success, served('getShippingRates')),
        withHeaders({ 'Content-Type': 'application/json;charset=utf-16' }),
      ),
      askRates(),
    ),
  ),
];
