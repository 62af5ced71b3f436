/** Demands of HTTP on any server (RFC 9110 and 9112). */
import { all, anyAnswer, on, rates, success, withHeaders, type When } from '../../variations/changes.js';
import { askRates, listCategories } from '../../variations/requests.js';
import { head, sendAsIs, sendRaw } from '../../variations/sending.js';
import { faultsOf } from '../../variations/variation.js';
import { enveloped, type Answer } from '../../reference-server/stages.js';

const fault = faultsOf('transport', { section: 'RFC 9110 5.3' });
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

export default [
  fault({
    id: 'date-missing',
    section: 'RFC 9110 6.6.1',
    title: 'answers have no Date',
    foundOnlyBy: 'http/date',
    apply: ({ send }) => ({
      send(wire, response, call) {
        response.sendDate = false;
        return send(wire, response, call);
      },
    }),
    witness: listCategories,
  }),
  fault({
    id: 'content-type-twice',
    title: 'answers have two Content-Type',
    foundOnlyBy: 'http/one-content-type',
    apply: sendRaw(all(success, method('GET')), (wire) => [
      head(wire).replace('\r\n\r\n', '\r\nContent-Type: text/html\r\n\r\n'),
      wire.bytes,
    ]),
    witness: listCategories,
  }),
  fault({
    id: 'content-type-of-two-types',
    title: 'Content-Type lists two media types',
    foundBy: 'http/one-content-type',
    apply: on(anyAnswer, withHeaders({ 'Content-Type': 'application/json, text/html' })),
    witness: listCategories,
  }),
  fault({
    id: 'absolute-form-not-found',
    section: 'RFC 9112 3.2.2',
    title: 'a request with its whole address is 404',
    foundOnlyBy: 'http/rare-spellings',
    apply: on(
      (_, { target }) => target.startsWith('http'),
      () => enveloped(404, 'Not found', [], ['Nothing is at this path']),
    ),
    witness: { ...listCategories, absolute: true },
  }),
  fault({
    id: 'chunked-request-refused',
    section: 'RFC 9112 7.1',
    title: 'a body in chunks is not read',
    foundBy: 'http/chunked-request',
    apply: on(all(rates, isChunked), refused('body must not be empty')),
    witness: inChunks,
  }),
  fault({
    id: 'chunks-to-http-1-0',
    section: 'RFC 9112 6.1',
    title: 'answers to HTTP/1.0 are sent in chunks',
    foundOnlyBy: 'http/http-1-0',
    apply: sendAsIs(
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
    witness: { ...listCategories, version: '1.0' },
  }),
  fault({
    id: 'content-type-in-one-spelling',
    section: 'RFC 9110 5.1',
    title: 'CONTENT-TYPE is not recognized',
    foundOnlyBy: 'http/header-spellings',
    apply: on(
      (answer, call) => rates(answer, call) && call.headerNames.includes('CONTENT-TYPE'),
      refused('body must be sent as application/json'),
    ),
    witness: { ...askRates(), headers: { 'CONTENT-TYPE': 'application/json' } },
  }),
  fault({
    id: 'head-with-body',
    section: 'RFC 9110 9.3.2',
    title: 'HEAD has a body',
    foundOnlyBy: 'http/complete-message',
    apply: sendAsIs(method('HEAD'), (wire) => [head(wire), wire.bytes]),
    witness: headCategories,
  }),
];
