/** Ways to put an answer on the wire that RFC 9110 and RFC 9112 leave to the server. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import type { Wire } from '../../reference-server/stages.js';
import { anyAnswer, categories, success } from '../../variations/conditions.js';
import { listCategories } from '../../variations/requests.js';
import { head, recode, sendRaw, compressed } from '../../variations/sending.js';
import { type Apply, variantsOf } from '../../variations/variation.js';

const unsized = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked', Connection: 'close' };
/** The bytes as chunks of a few bytes each; `line` writes the line before a chunk. */
function chunks(bytes: Buffer, size: number, line: (length: number) => string): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    parts.push(Buffer.from(`${line(part.length)}\r\n`), part, Buffer.from('\r\n'));
  }
  return parts;
}
const chunked = (size: number, line: (length: number) => string, trailer = ''): Apply =>
  sendRaw(anyAnswer, (wire) => [
    head(wire, unsized),
    ...chunks(wire.bytes, size, line),
    `0\r\n${trailer}\r\n`,
  ]);
/** Sends through the response of Node's server, in a way of its own. */
const sends =
  (how: (wire: Wire, response: ServerResponse, wait: (ms: number) => Promise<void>) => unknown): Apply =>
  (_stages, { wait }) => ({
    send: async (wire, response) => {
      await how(wire, response, wait);
    },
  });
const accepting = (coding: string) => ({
  ...listCategories,
  headers: { 'Accept-Encoding': `${coding}, *;q=0` },
});
/** Header lines as a server may also write them. */
const lines = (write: (name: string, value: string) => string): Apply =>
  sendRaw(anyAnswer, (wire) => {
    const all = Object.entries({ ...wire.headers, Connection: 'close' }).map(([name, value]) =>
      write(name, value),
    );
    return [`HTTP/1.1 ${wire.status} \r\n${all.join('\r\n')}\r\n\r\n`, wire.bytes];
  });

export default variantsOf('connections', { section: 'RFC 9112 2.2: a message is a stream of bytes' })({
  'chunks-of-seven-bytes': {
    section: 'RFC 9112 7.1: chunks of any size',
    title: 'answers are chunked by seven bytes, which cuts characters and names apart',
    apply: chunked(7, (length) => length.toString(16)),
  },
  'chunk-extensions': {
    section: 'RFC 9112 7.1.1: a recipient ignores what it does not know',
    title: 'chunks have extensions and sizes in capitals with leading zeros',
    apply: chunked(300, (length) => `00${length.toString(16).toUpperCase()};part="a;b";last`),
  },
  'chunk-trailers': {
    section: 'RFC 9112 7.1.2: a recipient may ignore trailers',
    title: 'a trailer follows the last chunk',
    apply: chunked(500, (length) => length.toString(16), 'Server-Timing: db;dur=53\r\n'),
  },
  'in-two-writes': {
    title: 'head and body come in packets of their own, 20 ms apart',
    apply: sends(async ({ status, headers, bytes }, response, wait) => {
      response.writeHead(status, headers).flushHeaders();
      await wait(20);
      response.end(bytes);
    }),
  },
  'body-in-drops': {
    title: 'the body comes in eight pieces with pauses',
    apply: sends(async ({ status, headers, bytes }, response, wait) => {
      response.writeHead(status, headers);
      const size = Math.max(1, Math.ceil(bytes.length / 8));
      for (let at = 0; at < bytes.length; at += size) {
        response.write(bytes.subarray(at, at + size));
        await wait(2);
      }
      response.end();
    }),
  },
  'early-hints-first': {
    section: 'RFC 9110 15.2: a client parses interim responses',
    title: 'a 103 with links comes before each answer',
    apply: sends(({ status, headers, bytes }, response) => {
      response.writeEarlyHints({ link: '</docs.css>; rel=preload; as=style' });
      response.writeHead(status, headers).end(bytes);
    }),
  },
  'processing-first': {
    section: 'RFC 9110 15.2: a client parses interim responses',
    title: 'two 102 come before each answer',
    apply: sends(({ status, headers, bytes }, response) => {
      response.writeProcessing();
      response.writeProcessing();
      response.writeHead(status, headers).end(bytes);
    }),
  },
  'reason-in-own-words': {
    section: 'RFC 9112 4: a client ignores the reason',
    title: 'the status line has words of its own',
    apply: sends(({ status, headers, bytes }, response) =>
      response.writeHead(status, status < 400 ? 'Alles gut' : 'Computer says no', headers).end(bytes),
    ),
  },
  'no-space-after-colon': {
    section: 'RFC 9112 5: space around a value is optional',
    title: 'header lines have no space after the colon',
    apply: lines((name, value) => `${name}:${value}`),
  },
  'tabs-around-values': {
    section: 'RFC 9112 5: space around a value is optional',
    title:
      'header lines have tabs and spaces around their values, but for Content-Length, where Node’s parser takes none',
    apply: lines((name, value) => (name.startsWith('Con') ? `${name}: ${value}` : `${name}: \t ${value} \t`)),
  },
  'header-names-in-capitals': {
    section: 'RFC 9110 5.1: names in any case',
    title: 'header names are in capitals',
    apply: lines((name, value) => `${name.toUpperCase()}: ${value}`),
  },
  'no-clock': {
    section: 'RFC 9110 6.6.1: a server without a clock sends no Date',
    title: 'answers have no Date',
    apply: (stages) => ({
      send(wire, response, call) {
        response.sendDate = false;
        return stages.send({ ...wire, headers: { ...wire.headers, 'X-Uptime': '0' } }, response, call);
      },
    }),
  },
  'long-headers': {
    section: 'RFC 9110 5.4: no limit is given',
    title: 'each answer has eight kilobytes of headers',
    apply: recode(anyAnswer, ({ headers }) => ({
      headers: { ...headers, 'Content-Security-Policy': `img-src ${'https://img.example.com '.repeat(320)}` },
    })),
  },
  'several-cookies': {
    section: 'RFC 6265 3: Set-Cookie comes several times',
    title: 'three cookies are set by each answer',
    apply: (stages) => ({
      send(wire, response, call) {
        response.setHeader('Set-Cookie', [
          'a=1; Path=/',
          'b=2; Secure; HttpOnly',
          'lb=x; SameSite=None; Secure',
        ]);
        return stages.send(wire, response, call);
      },
    }),
  },
  'upgrade-offered': {
    section: 'RFC 9110 7.8: a server may offer other protocols',
    title: 'each answer offers h2c, as by Apache',
    apply: sends(({ status, headers, bytes }, response) => {
      const Connection = `Upgrade, ${response.shouldKeepAlive ? 'Keep-Alive' : 'close'}`;
      response.writeHead(status, { ...headers, Upgrade: 'h2,h2c', Connection }).end(bytes);
    }),
  },
  'brotli-when-accepted': {
    section: 'RFC 9110 8.4: a coding that the client accepts',
    title: 'answers are br where the client accepts it',
    apply: compressed({ coding: 'br', code: brotliCompressSync }),
    witness: accepting('br'),
  },
  'deflate-when-accepted': {
    section: 'RFC 9110 8.4.1.2: a coding that the client accepts',
    title: 'answers are deflate, in the zlib format, where the client accepts it',
    apply: compressed({ coding: 'deflate', code: deflateSync }),
    witness: accepting('deflate'),
  },
  'gzip-in-two-members': {
    section: 'RFC 1952 2.2: a file has one member or more',
    title: 'answers are gzip in two members where the client accepts it',
    apply: compressed({
      code: (bytes) => Buffer.concat([gzipSync(bytes.subarray(0, 40)), gzipSync(bytes.subarray(40))]),
    }),
    witness: accepting('gzip'),
  },
  'gzip-for-success-alone': {
    section: 'RFC 9110 8.4: each answer may be coded or not',
    title: 'successful answers over 200 bytes are gzip where the client accepts it, errors are not',
    apply: compressed({ when: success, least: 201 }),
    witness: accepting('gzip'),
  },
  'categories-for-a-minute': {
    section: 'RFC 9111 5.2: how long an answer may be kept is the server’s choice',
    title: 'categories may be kept for a minute by the client, and have Age, Expires and Last-Modified',
    apply: recode(categories, ({ headers }) => ({
      headers: {
        ...headers,
        'Cache-Control': 'private, max-age=60',
        Age: '12',
        Expires: 'Thu, 15 Jan 2099 00:00:00 GMT',
        'Last-Modified': 'Sun, 10 Mar 2024 08:00:00 GMT',
        Vary: 'Authorization',
      },
    })),
  },
  'links-and-languages': {
    section: 'RFC 9110 8.5: headers about the content are optional',
    title: 'answers have Content-Language, Content-Location, Content-Disposition, Link and Server-Timing',
    apply: recode(anyAnswer, ({ headers }) => ({
      headers: {
        ...headers,
        'Content-Language': 'bn, en-US',
        'Content-Location': '/somewhere/else.json',
        'Content-Disposition': 'inline; filename="answer.json"',
        Link: '</docs>; rel="service-doc"; title*=UTF-8\'\'Dok%C3%BCmente',
        'Server-Timing': 'db;dur=53, app;dur=47.2',
      },
    })),
  },
});
