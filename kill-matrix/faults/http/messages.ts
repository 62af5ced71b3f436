/** HEAD, header fields, and messages that a client can't read (RFC 9110, RFC 9112). */
import { gzipSync } from 'node:zlib';
import { enveloped } from '../../reference-server/stages.js';
import { bare, refusal, serverError, withHeaders } from '../../variations/changes.js';
import {
  all,
  categories,
  failure,
  rates,
  served,
  status,
  success,
  type When,
} from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { listCategories } from '../../variations/requests.js';
import { head, recode, resend, sendAfter, sendRaw } from '../../variations/sending.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const askHead: Step = { method: 'HEAD', path: '/categories' };
const askOptions: Step = { method: 'OPTIONS', path: '/categories' };
const isHead: When = (_, { method }) => method === 'HEAD';
const headOk = all(success, isHead);
const options: When = (_, { method }) => method === 'OPTIONS';
const conditional: When = served(
  'listCategories',
  ({ headers }) => headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined,
);
const askAgain: Step = { ...listCategories, headers: { 'If-None-Match': '"1"' } };
const accepts = (coding: string): Step => ({ ...listCategories, headers: { 'Accept-Encoding': coding } });
const wants =
  (test: (coding: string) => boolean): When =>
  (_, { headers }) =>
    test(String(headers['accept-encoding'] ?? ''));
const withType = (when: When, type: string) =>
  recode(when, ({ headers }) => ({ headers: { ...headers, 'Content-Type': type } }));

export default [
  ...faultsOf('HEAD and responses without a body', { section: '7' })({
    'head-length-differs': {
      section: 'RFC 9110 8.6',
      title: 'Content-Length of HEAD is one more than that of GET',
      foundOnlyBy: 'routing/head',
      apply: recode(headOk, ({ headers, bytes }) => ({
        headers: { ...headers, 'Content-Length': String(bytes.length + 1) },
      })),
      witness: askHead,
    },
    'head-400': {
      section: 'RFC 9110 9.3.2',
      title: 'HEAD is 400 where GET is 200',
      foundBy: 'routing/head',
      apply: on(headOk, refusal(400, 'Bad request', 'Unknown method')),
      witness: askHead,
    },
    'head-500': {
      title: 'HEAD is 500',
      foundBy: ['responses/no-server-error', 'routing/head'],
      apply: on(headOk, serverError),
      witness: askHead,
    },
    'head-ok-for-unknown-path': {
      title: 'HEAD of any unknown path is 200',
      foundOnlyBy: 'routing/unknown-path',
      apply: on(all(status(404), isHead), () => enveloped(200, '', [])),
      witness: { method: 'HEAD', path: '/nothing-here' },
    },
    'not-modified-for-any-tag': {
      section: 'RFC 9110 13.1.2',
      title: 'any If-None-Match is answered with 304, whatever it names',
      foundOnlyBy: 'http/not-modified',
      apply: on(conditional, bare(304, { ETag: '"2"' })),
      witness: askAgain,
    },
    'not-modified-before-key': {
      section: '5 rule 3',
      title: 'a conditional request is 304 without a key',
      foundOnlyBy: 'auth/side-doors',
      when: all(status(401), (_, { headers }) => headers['if-none-match'] !== undefined),
      change: bare(304),
      witness: { ...listCategories, headers: { Authorization: null, 'If-None-Match': '"1"' } },
    },
    'range-206-without-content-range': {
      section: 'RFC 9110 15.3.7',
      title: 'a range is 206 without Content-Range',
      foundOnlyBy: 'http/ranges',
      when: all(categories, (_, { headers }) => headers.range !== undefined),
      change: (answer) => ({ ...answer, status: 206, raw: JSON.stringify(answer.body).slice(0, 10) }),
      witness: { ...listCategories, headers: { Range: 'bytes=0-9' } },
    },
    'options-500': {
      title: 'OPTIONS is 500',
      foundBy: ['responses/no-server-error', 'routing/options'],
      apply: on(options, serverError),
      witness: askOptions,
    },
    'not-modified-unasked': {
      section: 'RFC 9110 15.4.5',
      title: 'a list that was sent before is 304 to a request without a condition',
      foundBy: ['auth/header-name-case', 'requests/documented-examples'],
      apply: (() => {
        const again: When = (answer, call) =>
          categories(answer, call) && call.number > 1 && call.connection.requests > 1;
        return on(again, bare(304));
      })(),
      witness: { ...listCategories, times: 2, sent: 'on one connection' },
    },
  }),
  ...faultsOf('header fields', { section: 'RFC 9110 8.4' })({
    'type-problem-json-on-404': {
      section: '4',
      title: 'Content-Type of a 404 is application/problem+json',
      foundOnlyBy: 'http/json-content-type',
      apply: withType(status(404), 'application/problem+json'),
    },
    'coding-gzip-refused-by-client': {
      section: 'RFC 9110 12.5.3',
      title: 'answers are gzip also for a client that gives it q=0',
      foundOnlyBy: 'http/accepted-coding',
      apply: resend(
        all(
          success,
          wants((coding) => /gzip;\s*q=0(\.0+)?(,|$)/.test(coding)),
        ),
        (bytes) => gzipSync(bytes),
        { 'Content-Encoding': 'gzip' },
      ),
      witness: accepts('gzip;q=0, identity'),
    },
    'coding-utf-8': {
      title: 'Content-Encoding is utf-8, which is no coding',
      foundBy: 'http/complete-message',
      categories: withHeaders({ 'Content-Encoding': 'utf-8' }),
    },
    'coding-gzip-twice': {
      title: 'the body is gzip twice and says so once',
      foundBy: 'http/valid-json',
      apply: resend(
        all(
          success,
          wants((coding) => coding.includes('gzip')),
        ),
        (bytes) => gzipSync(gzipSync(bytes)),
        { 'Content-Encoding': 'gzip' },
      ),
      witness: accepts('gzip'),
    },
  }),
  ...faultsOf('framing', { section: 'RFC 9112 7.1' })({
    'chunk-too-short': {
      title: 'a chunk is shorter than its size',
      foundBy: ['errors/names-field', 'http/complete-message'],
      apply: sendRaw(failure, (wire) => [
        head(wire, { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }),
        `${(wire.bytes.length + 9).toString(16)}\r\n`,
        wire.bytes,
        '\r\n0\r\n\r\n',
      ]),
    },
    'answer-sent-twice': {
      section: 'RFC 9112 9.2',
      title: 'the response to a shipment is sent twice',
      foundBy: ['http/complete-message', 'http/valid-json'],
      apply: sendAfter(rates, (wire) => Buffer.concat([Buffer.from(head(wire)), wire.bytes])),
    },
    'status-out-of-range': {
      section: 'RFC 9110 15',
      title: 'the status of an unknown path is 999',
      foundBy: ['responses/documented-status', 'routing/unknown-path'],
      apply: sendRaw(status(404), (wire) => [
        head(wire).replace('404 Not Found', '999 Request denied'),
        wire.bytes,
      ]),
    },
  }),
];
