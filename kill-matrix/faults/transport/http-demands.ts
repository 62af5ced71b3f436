/** What HTTP demands of any server (RFC 9110 and 9112). */
import { all, anyAnswer, categories, on, rates, success, withHeaders } from '../../variations/changes.js';
import type { When } from '../../variations/changes.js';
import { askRates, listCategories } from '../../variations/requests.js';
import { head, sendAsIs, sendRaw } from '../../variations/sending.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf } from '../../variations/variation.js';
import { enveloped } from '../../reference-server/stages.js';
import type { Answer, Call } from '../../reference-server/stages.js';

const fault = variationsOf('transport');
const method =
  (name: string): When =>
  (_, call) =>
    call.method === name;
const refused =
  (text: string): (() => Answer) =>
  () =>
    enveloped(400, 'Invalid request', [], [text]);
const isChunked: When = (_, { headers }) => headers['transfer-encoding'] !== undefined;
const headCategories = { ...listCategories, method: 'HEAD' };
const inChunks = {
  ...askRates(),
  headers: { ...askRates().headers, 'Content-Length': null, 'Transfer-Encoding': 'chunked' },
  body: `${Buffer.byteLength(String(askRates().body)).toString(16)}\r\n${String(askRates().body)}\r\n0\r\n\r\n`,
};
const tag = '"c1"';
const asksAgain = ({ headers }: Call): boolean => headers['if-none-match'] === tag;

export default [
  foundOnlyBy(
    'http/date',
    fault(
      'date-missing',
      'RFC 9110 6.6.1',
      'answers have no Date',
      ({ send }) => ({
        send(wire, response, call) {
          response.sendDate = false;
          return send(wire, response, call);
        },
      }),
      listCategories,
    ),
  ),
  ...foundBy(
    'http/date',
    fault(
      'date-in-iso-8601',
      'RFC 9110 5.6.7',
      'Date is in ISO 8601',
      on(anyAnswer, withHeaders({ Date: '2026-01-15T09:30:00Z' })),
      listCategories,
    ),
  ),
  foundOnlyBy(
    'http/one-content-type',
    fault(
      'content-type-twice',
      'RFC 9110 5.3',
      'answers have two Content-Type',
      sendRaw(all(success, method('GET')), (wire) => [
        head(wire).replace('\r\n\r\n', '\r\nContent-Type: text/html\r\n\r\n'),
        wire.bytes,
      ]),
      listCategories,
    ),
  ),
  ...foundBy(
    'http/one-content-type',
    fault(
      'content-type-of-two-types',
      'RFC 9110 5.3',
      'Content-Type lists two media types',
      on(anyAnswer, withHeaders({ 'Content-Type': 'application/json, text/html' })),
      listCategories,
    ),
  ),
  foundOnlyBy(
    'http/rare-spellings',
    fault(
      'absolute-form-not-found',
      'RFC 9112 3.2.2',
      'a request with its whole address is 404',
      on(
        (_, { target }) => target.startsWith('http'),
        () => enveloped(404, 'Not found', [], ['Nothing is at this path']),
      ),
      { ...listCategories, absolute: true },
    ),
  ),
  ...foundBy(
    'http/chunked-request',
    fault(
      'chunked-request-refused',
      'RFC 9112 7.1',
      'a body in chunks is not read',
      on(all(rates, isChunked), refused('body must not be empty')),
      inChunks,
    ),
  ),
  foundOnlyBy(
    'http/http-1-0',
    fault(
      'chunks-to-http-1-0',
      'RFC 9112 6.1',
      'answers to HTTP/1.0 are sent in chunks',
      sendAsIs(
        (_, { version }) => version === '1.0',
        (wire) => [
          head(wire, {
            'Content-Length': undefined,
            'Transfer-Encoding': 'chunked',
          }),
          `${wire.bytes.length.toString(16)}\r\n`,
          wire.bytes,
          '\r\n0\r\n\r\n',
        ],
      ),
      { ...listCategories, version: '1.0' },
    ),
  ),
  foundOnlyBy(
    'http/header-spellings',
    fault(
      'content-type-in-one-spelling',
      'RFC 9110 5.1',
      'CONTENT-TYPE is not recognized',
      on(
        (answer, call) => rates(answer, call) && call.headerNames.includes('CONTENT-TYPE'),
        refused('body must be sent as application/json'),
      ),
      { ...askRates(), headers: { 'CONTENT-TYPE': 'application/json' } },
    ),
  ),
  ...foundBy(
    'http/rare-spellings',
    fault(
      'empty-element-refused',
      'RFC 9110 5.6.1.2',
      'an empty element in Accept is 400',
      on((_, { headers }) => /^\s*,|,\s*,/.test(String(headers.accept)), refused('Accept is not valid')),
      { ...listCategories, headers: { Accept: ', application/json' } },
    ),
  ),
  foundOnlyBy(
    'http/not-modified',
    fault(
      'etag-refused',
      'RFC 9110 13.1.2',
      'a request with the ETag that the server gave is 400',
      on(categories, (answer, call) =>
        asksAgain(call)
          ? refused('If-None-Match is not supported')()
          : withHeaders({ ETag: tag })(answer, call),
      ),
      { ...listCategories, headers: { 'If-None-Match': tag } },
    ),
  ),
  ...foundBy(
    'http/complete-message',
    fault(
      'not-modified-with-body',
      'RFC 9110 15.4.5',
      'a 304 has a body',
      (stages, settings) => ({
        ...on(categories, withHeaders({ ETag: tag }))(stages, settings),
        ...sendRaw(
          all(categories, (_, call) => asksAgain(call)),
          (wire) => [head({ ...wire, status: 304 }, { ETag: tag }), wire.bytes],
        )(stages, settings),
      }),
      { ...listCategories, headers: { 'If-None-Match': tag } },
    ),
    fault(
      'options-204-with-body',
      'RFC 9110 15.3.5',
      'OPTIONS is a 204 with a body',
      sendRaw(method('OPTIONS'), (wire) => [
        head({ ...wire, status: 204 }, { 'Content-Length': undefined, Connection: 'keep-alive' }),
        wire.bytes,
      ]),
      { ...listCategories, method: 'OPTIONS' },
    ),
    fault(
      'head-with-body',
      'RFC 9110 9.3.2',
      'HEAD has a body',
      sendAsIs(method('HEAD'), (wire) => [head(wire), wire.bytes]),
      headCategories,
    ),
  ),
  ...foundBy(
    'routing/head',
    fault(
      'head-length-zero',
      'RFC 9110 8.6',
      'HEAD has Content-Length: 0 where GET has content',
      sendRaw(all(categories, method('HEAD')), (wire) => [head(wire, { 'Content-Length': '0' })]),
      headCategories,
    ),
  ),
];
