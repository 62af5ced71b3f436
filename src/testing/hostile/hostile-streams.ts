/** Bytes that are no whole request: smuggling, broken framing, other protocols, mutations. Each gets a connection of its own. */
import { fc } from '../properties/fast-check.js';
import type { HostileCase } from './hostile-case.js';

const post = (fields: string, body: string): string =>
  `POST /create-order HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer dk_test_fuzz\r\nContent-Type: application/json\r\n${fields}\r\n${body}`;
const get = (line: string, fields = ''): string => `${line}\r\nHost: x\r\n${fields}\r\n`;
const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Framing that two parsers may read differently: one response at most, and never one to the smuggled request. */
const smuggling: readonly string[] = [
  post(`Content-Length: ${smuggled.length}\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${smuggled}`),
  post(`Transfer-Encoding: chunked\r\nContent-Length: 4\r\n`, `${chunk(smuggled)}0\r\n\r\n`),
  post('Content-Length: 5\r\nContent-Length: 6\r\n', `{}   ${smuggled}`),
  post('Content-Length: 2, 2\r\n', `{}${smuggled}`),
  post('Content-Length: +2\r\n', `{}${smuggled}`),
  post('Content-Length: 0x2\r\n', `{}${smuggled}`),
  post('Content-Length: 2 2\r\n', `{}${smuggled}`),
  post('Content-Length: 99999999999999999999\r\n', `{}${smuggled}`),
  post('Content-Length: -1\r\n', smuggled),
  post('Content-Length : 2\r\n', `{}${smuggled}`),
  post('Content-Length\r\n : 2\r\n', `{}${smuggled}`),
  post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${smuggled}`),
  post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${smuggled}`),
  post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${smuggled}`),
  post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${smuggled}`),
  post('Transfer-Encoding:\x0bchunked\r\n', `0\r\n\r\n${smuggled}`),
  post('Transfer-Encoding: chunk\r\n', `0\r\n\r\n${smuggled}`),
  post('X: y\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${smuggled}`),
  post('Transfer-Encoding: chunked\r\n', `ffffffffffffffffff\r\n${smuggled}`),
  post('Transfer-Encoding: chunked\r\n', `-1\r\n${smuggled}`),
  post('Transfer-Encoding: chunked\r\n', `0x2\r\n{}\r\n0\r\n\r\n${smuggled}`),
  post('Transfer-Encoding: chunked\r\n', `2\n{}\r\n0\r\n\r\n${smuggled}`),
  post('Transfer-Encoding: chunked\r\n', `2\r\n{}x\r\n0\r\n\r\n${smuggled}`),
  post('Transfer-Encoding: chunked\r\n', `2;${'e'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n${smuggled}`),
  // Valid, but the parser of Node 20.19 refuses it, maybe behind the response.
  post('Transfer-Encoding: chunked\r\n', '2;a=b;c="d e"\r\n{}\r\n0\r\n\r\n'),
  post('Transfer-Encoding: chunked\r\n', `2;a\n=b\r\n{}\r\n0\r\n\r\n${smuggled}`),
  post('Transfer-Encoding: chunked\r\n', `2\r\n{}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n${smuggled}`),
  get(`GET /a HTTP/1.1\r\n${smuggled}`),
];

const lengthInTrailer = post(
  'Transfer-Encoding: chunked\r\n',
  `2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n${smuggled}`,
);
/** The parser of Node 20.19 ignores a length in a trailer, and what follows is a request; later parsers refuse it. Both are right. */
const maxToLengthInTrailer = process.versions.llhttp?.startsWith('8.') ? 2 : 1;

/** Other protocols, and bytes of no protocol: they hold no request, so one error response at most. */
const foreign: readonly string[] = [
  'GET /categories\r\n\r\n',
  'GET /categories HTTP/0.9\r\n\r\n',
  'GET /categories HTTP/2.0\r\nHost: x\r\n\r\n',
  'GET /categories HTTP/1.9\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
  '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
  'SSH-2.0-OpenSSH_9.6\r\n',
  '*1\r\n$4\r\nPING\r\n',
  'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n',
  'CONNECT / HTTP/1.1\r\n\r\n',
  'FOO / HTTP/1.1\r\nHost: x\r\n\r\n',
  'get / HTTP/1.1\r\nHost: x\r\n\r\n',
  get('GET  /categories HTTP/1.1'),
  get('GET /a b HTTP/1.1'),
  get('GET /\0 HTTP/1.1'),
  get('GET\t/\tHTTP/1.1'),
  get('GET /categories HTTP/1.1', 'A\0B: c\r\n'),
  get('GET /categories HTTP/1.1', ': nothing\r\n'),
  get('GET /categories HTTP/1.1', 'no colon\r\n'),
  get('GET /categories HTTP/1.1', ' folded: x\r\n'),
  get('GET /categories HTTP/1.1', `X: ${'x'.repeat(17_000)}\r\n`),
  get('GET /categories HTTP/1.1', 'X: y\r\n'.repeat(5000)),
  get(`GET /${'a'.repeat(17_000)} HTTP/1.1`),
  '\r\n\r\n\r\n\0\0\0',
  '',
  '\xff'.repeat(5000),
];

/** Requests that are incomplete when the client ends its side. */
const unfinished: readonly string[] = [
  'GET /cat',
  'GET /categories HTTP/1.1\r\nHost: x\r\n',
  post('Content-Length: 100\r\n', '{"rate'),
  post('Content-Length: 900000\r\n', 'x'.repeat(5000)),
  post('Transfer-Encoding: chunked\r\n', '5\r\n{"a"'),
  post('Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n'),
  post('Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n', ''),
];

function brokenCase(kind: string, texts: readonly string[], max: number): fc.Arbitrary<HostileCase> {
  const requests = Array.from({ length: max }, () => ({ head: false, responder: undefined }));
  return fc.constantFrom(...texts).map((bytes) => ({ kind, bytes, requests, shape: 'broken' }));
}

/** A whole case with bytes changed, cut out or doubled. */
function mutated(whole: fc.Arbitrary<HostileCase>): fc.Arbitrary<HostileCase> {
  const change = fc.tuple(
    fc.nat(5000),
    fc.constantFrom('replace', 'insert', 'cut', 'double'),
    fc.oneof(
      fc.constantFrom(
        ...['\0', '\r', '\n', '\r\n', '\r\n\r\n', ' ', ':'],
        ...['\t', '\x7f', '%', '\xff', '0', 'GET / HTTP/1.1\r\n'],
      ),
      fc.nat(255).map((byte) => String.fromCharCode(byte)),
    ),
  );
  return fc.tuple(whole, fc.array(change, { minLength: 1, maxLength: 3 })).map(([{ bytes }, changes]) => ({
    kind: 'mutation',
    bytes: changes.reduce(
      (text, [at, how, noise]) => mutate(text, at % (text.length + 1), how, noise),
      bytes,
    ),
    // A mutation may cut one request into several: 50 is more than it can hold; each response must still be valid.
    requests: Array.from({ length: 50 }, () => ({ head: bytes.includes('HEAD'), responder: undefined })),
    shape: 'broken',
  }));
}

function mutate(text: string, at: number, how: string, noise: string): string {
  if (how === 'insert') return text.slice(0, at) + noise + text.slice(at);
  if (how === 'cut') return text.slice(0, at) + text.slice(at + noise.length * 3);
  if (how === 'double') return text.slice(0, at) + text.slice(Math.max(0, at - 20));
  return text.slice(0, at) + noise + text.slice(at + noise.length);
}

export function hostileStream(whole: fc.Arbitrary<HostileCase>): fc.Arbitrary<HostileCase> {
  return fc.oneof(
    { weight: 3, arbitrary: brokenCase('smuggling', smuggling, 1) },
    { weight: 1, arbitrary: brokenCase('smuggling', [lengthInTrailer], maxToLengthInTrailer) },
    { weight: 3, arbitrary: brokenCase('foreign', foreign, 1) },
    { weight: 1, arbitrary: brokenCase('unfinished', unfinished, 1) },
    { weight: 4, arbitrary: mutated(whole) },
  );
}
