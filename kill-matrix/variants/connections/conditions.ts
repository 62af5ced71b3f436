/** Choices that HTTP leaves to the server: conditions, ranges, codings, versions, and when a connection is closed (RFC 9110, RFC 9112 9.5). */
import type { Socket } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Call, enveloped } from '../../reference-server/stages.js';
import { page, refusal, withHeaders } from '../../variations/changes.js';
import {
  all,
  anyAnswer,
  categories,
  every,
  failure,
  success,
  type When,
} from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { headerOf } from '../../variations/calls.js';
import { askRates, listCategories, SHIPMENT } from '../../variations/requests.js';
import { head, recode, resend, sendRaw } from '../../variations/sending.js';
import { type Apply, type Step, variantsOf } from '../../variations/variation.js';

const ask = (path: string, headers: Step['headers'] = {}): Step => ({ method: 'GET', path, headers });
const ownPage = page(400, 'text/html', '<html><h1>HTTP Status 400 – Bad Request</h1></html>');
const tag = '"c1"';
const asksAgain: When = (_, { headers }) => headers['if-none-match'] === tag;
const isOld: When = (_, { version }) => version === '1.0';
const isChunked: When = (_, { headers }) => headers['transfer-encoding'] !== undefined;
const shipment = String(askRates().body);
/** Does something with the connection once an answer was sent on it; `answers` counts those of the connection. */
const afterwards =
  (act: (socket: Socket, answers: number, wait: (ms: number) => Promise<void>) => void): Apply =>
  (stages, { wait }) => {
    const answered = new WeakMap<Socket, number>();
    return {
      send(wire, response, call) {
        response.once('finish', () => {
          const { socket } = response.req;
          answered.set(socket, (answered.get(socket) ?? 0) + 1);
          act(socket, answered.get(socket) ?? 0, wait);
        });
        return stages.send(wire, response, call);
      },
    };
  };
/** Ends a connection once it had so many answers. */
const closeAfter = (most: number): Apply =>
  afterwards((socket, answers) => {
    if (answers >= most) socket.end();
  });
/** Ends a connection that has been idle for so long. */
const idleFor = (milliseconds: number): Apply => {
  const latest = new WeakMap<Socket, number>();
  return afterwards((socket, answers, wait) => {
    latest.set(socket, answers);
    void wait(milliseconds).then(() => {
      if (latest.get(socket) === answers) socket.end();
    });
  });
};

export default [
  ...variantsOf('connections', { section: 'RFC 9112 9.5: closing at any time' })({
    'ranges-served': {
      section: 'RFC 9110 14.2: a server may honour Range',
      title: 'a range of the list is 206 with Content-Range',
      apply: (stages) => ({
        encode(answer, call) {
          const wire = stages.encode(answer, call);
          const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headerOf(call, 'range')) ?? [];
          if (answer.status !== 200 || call.method !== 'GET' || to === undefined) return wire;
          const bytes = wire.bytes.subarray(Number(from), Number(to) + 1);
          const range = `bytes ${from}-${Number(from) + bytes.length - 1}/${wire.bytes.length}`;
          const headers = { ...wire.headers, 'Content-Length': String(bytes.length), 'Content-Range': range };
          return { status: 206, headers, bytes };
        },
      }),
      witness: ask('/categories', { Range: 'bytes=0-9' }),
    },
    'ranges-not-satisfied': {
      section: 'RFC 9110 15.5.17: a server may refuse a range',
      title: 'any range is 416',
      when: all(categories, (_, call) => headerOf(call, 'range') !== ''),
      change: refusal(416, 'Range not satisfiable', 'The list has no ranges'),
      witness: ask('/categories', { Range: 'bytes=0-9' }),
    },
    'revalidated-by-date': {
      section: 'RFC 9110 13.1.3: a server may have Last-Modified',
      title: 'the list has Last-Modified and a weak ETag, and is 304 to those who have it',
      apply: (stages, settings) => {
        const stamps = { 'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT', ETag: 'W/"2024"' };
        const stamped = on(categories, withHeaders(stamps))(stages, settings);
        return {
          decide(call) {
            const answer = (stamped.decide ?? stages.decide)(call);
            const isSame = headerOf(call, 'if-none-match').split(/,\s*/).includes('W/"2024"');
            return answer.status === 200 && isSame ? { ...answer, status: 304, raw: '' } : answer;
          },
        };
      },
      witness: ask('/categories', { 'If-None-Match': 'W/"2024"' }),
    },
    'coding-identity-said': {
      section: 'RFC 9110 8.4.1: identity is no coding',
      title: 'every answer has Content-Encoding: identity',
      answers: withHeaders({ 'Content-Encoding': 'identity' }),
    },
    'coding-x-gzip': {
      section: 'RFC 9110 8.4.1.3: x-gzip is gzip',
      title: 'answers are said to be x-gzip, for those who accept gzip',
      apply: (stages, settings) => {
        const accepts = (call: Call) => /\bgzip\b(?!\s*;\s*q=0)/.test(headerOf(call, 'accept-encoding'));
        const zipped = resend(anyAnswer, (bytes) => gzipSync(bytes), { 'Content-Encoding': 'x-gzip' });
        return {
          encode: (answer, call) =>
            (accepts(call) ? zipped(stages, settings).encode : undefined)?.(answer, call) ??
            stages.encode(answer, call),
        };
      },
      witness: ask('/categories', { 'Accept-Encoding': 'gzip' }),
    },
    'compressed-requests-read': {
      section: 'RFC 9110 8.4: a server may read compressed content',
      title: 'a compressed request body is read',
      apply: ({ validate, operate }) => {
        const unzipped = (call: Call): Call => {
          if (headerOf(call, 'content-encoding') !== 'gzip') return call;
          try {
            return {
              ...call,
              body: JSON.parse(gunzipSync(Buffer.concat(call.pieces)).toString()) as unknown,
            };
          } catch {
            return call;
          }
        };
        return { validate: (call) => validate(unzipped(call)), operate: (call) => operate(unzipped(call)) };
      },
      witness: {
        ...askRates(SHIPMENT, { 'Content-Encoding': 'gzip' }),
        body: gzipSync(JSON.stringify(SHIPMENT)),
      },
    },
    'compressed-requests-415': {
      section: 'RFC 9110 8.4: a server may reject a coding with 415',
      title: 'a compressed request body is 415',
      when: (_, call) => headerOf(call, 'content-encoding') === 'gzip',
      change: refusal(415, 'Unsupported media type', 'Compressed bodies are not read'),
      witness: {
        ...askRates(SHIPMENT, { 'Content-Encoding': 'gzip' }),
        body: gzipSync(JSON.stringify(SHIPMENT)),
      },
    },
    'empty-accept-406': {
      section: 'RFC 9110 12.5.1: an empty Accept names nothing',
      title: 'an empty Accept is 406',
      when: all(success, (_, { headers }) => headers.accept === ''),
      change: refusal(406, 'Not acceptable', 'Accept names nothing'),
      witness: ask('/categories', { Accept: '' }),
    },
    'malformed-targets-refused-below': {
      section: '4 says nothing of what is no request; RFC 9112 3.2: an invalid request-target may be 400',
      title: 'a container refuses %zz, %2F and dots with a page of its own',
      when: (_, { target }) => /%(?![0-9a-f]{2})|%2f|\/\.\./i.test(target),
      change: ownPage,
      witness: ask('/drydock%2Fx'),
    },
    'two-authorizations-400': {
      section: 'RFC 9110 5.3: Authorization is no list',
      title: 'two Authorization headers are 400',
      when: (_, { headerNames }) => headerNames.filter((name) => /^authorization$/i.test(name)).length > 1,
      change: refusal(400, 'Invalid request', 'There must be one Authorization header'),
      witness: {
        ...listCategories,
        message: [
          'GET /api/v1/developer/categories HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n',
        ],
      },
    },
    'head-of-unknown-405': {
      section: 'RFC 9110 9.3.2: HEAD may be unsupported',
      title: 'HEAD is 405 at every path',
      when: (_, { method }) => method === 'HEAD',
      change: (answer) =>
        answer.status === 401
          ? answer
          : { ...enveloped(405, 'Method not allowed', [], ['Use GET']), headers: { Allow: 'GET' } },
      witness: { method: 'HEAD', path: '/nothing-here' },
    },
    'agent-required': {
      section: '5 rule 5: permission scopes are not shown',
      title: 'a client without User-Agent is 403',
      when: all(success, (_, { headers }) => headers['user-agent'] === undefined),
      change: refusal(403, 'Insufficient permissions', 'Send a User-Agent'),
    },
    'many-headers-431': {
      section: 'RFC 6585 5: a server may limit header fields',
      title: 'more than forty headers are 431',
      when: all(success, (_, { headerNames }) => headerNames.length > 40),
      change: refusal(431, 'Request header fields too large', 'There are more than 40 headers'),
      witness: {
        ...listCategories,
        headers: Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`X-${index}`, 'a'])),
      },
    },
    'answers-in-no-charset-of-utf-8': {
      section: 'RFC 8259 11: a charset has no effect',
      title: 'Content-Type says US-ASCII, and what is not ASCII is escaped',
      apply: (stages) => ({
        encode(answer, call) {
          const json = (answer.raw ?? JSON.stringify(answer.body)).replace(
            /[^\0-\x7f]/g,
            (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
          );
          const type = { 'Content-Type': 'application/json; charset=us-ascii' };
          return stages.encode({ ...answer, raw: json, headers: { ...type, ...answer.headers } }, call);
        },
      }),
    },
    'lines-of-the-list': {
      section: 'RFC 8259 2: white space',
      title: 'answers end in a line feed',
      apply: recode(anyAnswer, ({ bytes, headers }) => ({
        bytes: Buffer.concat([bytes, Buffer.from('\n')]),
        headers: { ...headers, 'Content-Length': String(bytes.length + 1) },
      })),
    },
    'closed-unannounced': {
      title: 'each connection is closed after its answer, and no header says so',
      apply: (stages, settings) => ({
        ...afterwards((socket) => void socket.end())(stages, settings),
        encode: (answer, call) =>
          stages.encode({ ...answer, headers: { ...answer.headers, 'Keep-Alive': 'timeout=0' } }, call),
      }),
    },
    'closed-when-idle-for-10-ms': {
      section: 'RFC 9112 9.5: no least time-out is required',
      title: 'connections that were idle for 10 ms are closed',
      apply: idleFor(10),
    },
    'closed-when-idle-for-a-second': {
      section: 'RFC 9112 9.5: the time-out is the server’s own',
      title: 'connections that were idle for a second are closed',
      apply: idleFor(1000),
    },
    'closed-after-ten-unannounced': {
      title: 'each connection is closed after its tenth answer, and no header says so',
      apply: (stages, settings) => ({
        ...closeAfter(10)(stages, settings),
        encode: (answer, call) =>
          stages.encode({ ...answer, headers: { ...answer.headers, 'X-Worker-Requests': '10' } }, call),
      }),
    },
    'closed-after-every-tenth': {
      section: 'RFC 9112 9.6: announced by Connection: close',
      title: 'each tenth answer closes its connection and says so, as workers that recycle do',
      apply: on(every(10), withHeaders({ Connection: 'close', 'X-Worker': 'recycled' })),
      witness: { ...listCategories, times: 10 },
    },
    'closed-after-failures': {
      section: 'RFC 9112 9.6: announced by Connection: close',
      title: 'each error closes its connection',
      apply: on(failure, withHeaders({ Connection: 'close', 'X-Refused': 'yes' })),
    },
    'keep-alive-announced-short': {
      section: 'RFC 9112 9.3: a hint, not a promise',
      title: 'Keep-Alive: timeout=1, max=5 is sent with each answer, and the fifth closes',
      apply: (stages, settings) => ({
        ...closeAfter(5)(stages, settings),
        ...on(anyAnswer, withHeaders({ 'Keep-Alive': 'timeout=1, max=5' }))(stages, settings),
      }),
    },
  }),
  ...variantsOf('answers', { section: 'RFC 9110 13.1.2' })({
    'revalidated-by-etag': {
      title: 'a request with the ETag of the categories gets 304',
      apply: (stages, settings) => ({
        ...on(categories, withHeaders({ ETag: tag }))(stages, settings),
        ...sendRaw(all(categories, asksAgain), (wire) => [
          head({ ...wire, status: 304 }, { ETag: tag, 'Content-Length': undefined }),
        ])(stages, settings),
      }),
      witness: { ...listCategories, headers: { 'If-None-Match': tag } },
    },
    'length-required': {
      section: 'RFC 9112 6.3',
      title: 'a body without a length is 411',
      apply: on(isChunked, refusal(411, 'Length required', 'Send Content-Length')),
      witness: {
        ...askRates(),
        headers: { ...askRates().headers, 'Content-Length': null, 'Transfer-Encoding': 'chunked' },
        body: `${Buffer.byteLength(shipment).toString(16)}\r\n${shipment}\r\n0\r\n\r\n`,
      },
    },
    'http-1-0-not-supported': {
      section: 'RFC 9110 15.6.6',
      title: 'a request of HTTP/1.0 is 505',
      apply: on(isOld, refusal(505, 'Not supported', 'Use HTTP/1.1')),
      witness: { ...listCategories, version: '1.0' },
    },
  }),
];
