/** Demands of HTTP on any server, media types, and responses that never come (section 4, RFC 8259, RFC 9110, RFC 9112). */
import { gzipSync } from 'node:zlib';
import { type Answer, enveloped } from '../../reference-server/stages.js';
import { page, refusal, rewrite, withHeaders } from '../../variations/changes.js';
import {
  all,
  anyAnswer,
  categories,
  rates,
  served,
  status,
  success,
  type When,
} from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { askRates, listCategories } from '../../variations/requests.js';
import { hang, hangUp, head, recode, resend, sendAsIs, sendRaw } from '../../variations/sending.js';
import { faultsOf } from '../../variations/variation.js';

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
const JSON_TYPE = 'application/json';
const bad = status(400);
const broken = askRates('{"weight": ');
const malformed = all(
  bad,
  served('getShippingRates', ({ body }) => body === undefined),
);

export default faultsOf('transport', { section: 'RFC 9110 5.3' })({
  'date-missing': {
    section: 'RFC 9110 6.6.1',
    title: 'answers have no Date',
    foundOnlyBy: 'http/date',
    apply: ({ send }) => ({
      send(wire, response, call) {
        response.sendDate = false;
        return send(wire, response, call);
      },
    }),
  },
  'content-type-twice': {
    title: 'answers have two Content-Type',
    foundOnlyBy: 'http/one-content-type',
    apply: sendRaw(all(success, method('GET')), (wire) => [
      head(wire).replace('\r\n\r\n', '\r\nContent-Type: text/html\r\n\r\n'),
      wire.bytes,
    ]),
  },
  'content-type-of-two-types': {
    title: 'Content-Type lists two media types',
    foundBy: 'http/one-content-type',
    answers: withHeaders({ 'Content-Type': 'application/json, text/html' }),
  },
  'absolute-form-not-found': {
    section: 'RFC 9112 3.2.2',
    title: 'a request with its whole address is 404',
    foundOnlyBy: 'http/rare-spellings',
    when: (_, { target }) => target.startsWith('http'),
    change: refusal(404, 'Not found', 'Nothing is at this path'),
    witness: { ...listCategories, absolute: true },
  },
  'chunked-request-refused': {
    section: 'RFC 9112 7.1',
    title: 'a body in chunks is not read',
    foundBy: 'http/chunked-request',
    apply: on(all(rates, isChunked), refused('body must not be empty')),
    witness: inChunks,
  },
  'chunks-to-http-1-0': {
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
  },
  'content-type-in-one-spelling': {
    section: 'RFC 9110 5.1',
    title: 'CONTENT-TYPE is not recognized',
    foundOnlyBy: 'http/header-spellings',
    when: (answer, call) => rates(answer, call) && call.headerNames.includes('CONTENT-TYPE'),
    change: refused('body must be sent as application/json'),
    witness: { ...askRates(), headers: { 'CONTENT-TYPE': 'application/json' } },
  },
  'head-with-body': {
    section: 'RFC 9110 9.3.2',
    title: 'HEAD has a body',
    foundOnlyBy: 'http/complete-message',
    apply: sendAsIs(method('HEAD'), (wire) => [head(wire), wire.bytes]),
    witness: headCategories,
  },
  'type-missing': {
    section: '4',
    title: 'there is no Content-Type',
    foundBy: 'http/json-content-type',
    apply: recode(anyAnswer, ({ headers }) => ({
      headers: { 'Content-Length': headers['Content-Length'] ?? '0' },
    })),
  },
  'body-empty-on-400': {
    section: '7',
    title: 'a 400 has no body',
    foundBy: 'http/valid-json',
    apply: on(bad, page(400, JSON_TYPE, '')),
  },
  'gzip-cut': {
    section: 'RFC 9110 8.4',
    title: 'the gzip stream is cut',
    foundBy: ['http/complete-message', 'http/valid-json'],
    apply: resend(success, (bytes) => gzipSync(bytes).subarray(0, -12), { 'Content-Encoding': 'gzip' }),
  },
  'json-trailing-comma': {
    section: 'RFC 8259 5',
    title: 'a comma follows the last category',
    foundOnlyBy: 'http/valid-json',
    categories: rewrite((json) => json.replace('}]', '},]')),
  },
  'hangs-up-on-malformed': {
    section: '7',
    title: 'the connection closes for malformed JSON',
    foundOnlyBy: 'http/answers',
    apply: hangUp(malformed),
    witness: broken,
  },
  'answer-never-comes-for-categories': {
    section: '4.1',
    title: 'the category list is never answered',
    foundBy: 'http/answers',
    apply: hang(categories),
  },
});
