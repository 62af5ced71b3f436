/** Chunks and ends of messages that break a client (RFC 9112 6 to 9). */
import { all, categories, failure, rates, status, success, type When } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { unknownPath, askRates, askWithout, listCategories } from '../../variations/requests.js';
import { head, sendAfter, sendAndStay, sendBefore, sendRaw } from '../../variations/sending.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('framing');
const invalid = askWithout('sender.city');
/** Sends a body in chunks that are framed by `frame`. */
const chunks = (
  id: string,
  title: string,
  when: When,
  frame: (bytes: Buffer) => (string | Buffer)[],
  step: Step,
): Variation =>
  write(
    id,
    'RFC 9112 7.1',
    title,
    sendRaw(when, (wire) => [
      head(wire, { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }),
      ...frame(wire.bytes),
    ]),
    step,
  );
const hex = (bytes: Buffer) => bytes.length.toString(16);
export default [
  ...foundBy(
    'http/complete-message',
    chunks(
      'chunk-size-decimal',
      'the size of a chunk is decimal',
      rates,
      (bytes) => [`${bytes.length}\r\n`, bytes, '\r\n0\r\n\r\n'],
      askRates(),
    ),
    chunks(
      'chunk-size-prefixed',
      'the size of a chunk begins with 0x',
      categories,
      (bytes) => [`0x${hex(bytes)}\r\n`, bytes, '\r\n0\r\n\r\n'],
      listCategories,
    ),
    chunks(
      'chunk-without-line-break',
      'no line break follows a chunk',
      categories,
      (bytes) => [`${hex(bytes)}\r\n`, bytes, '0\r\n\r\n'],
      listCategories,
    ),
    chunks(
      'chunk-size-negative',
      'the size of a chunk is negative',
      rates,
      (bytes) => [`-${hex(bytes)}\r\n`, bytes, '\r\n0\r\n\r\n'],
      askRates(),
    ),
  ),
  ...foundBy(
    'http/valid-json',
    chunks(
      'chunks-end-early',
      'the last chunk comes after half of the list',
      categories,
      (bytes) => [
        `${hex(bytes.subarray(0, bytes.length / 2))}\r\n`,
        bytes.subarray(0, bytes.length / 2),
        '\r\n0\r\n\r\n',
      ],
      listCategories,
    ),
  ),
  ...foundBy(
    ['errors/names-field', 'http/complete-message'],
    chunks(
      'chunk-too-short',
      'a chunk is shorter than its size',
      failure,
      (bytes) => [`${(bytes.length + 9).toString(16)}\r\n`, bytes, '\r\n0\r\n\r\n'],
      invalid,
    ),
  ),
  ...foundBy(
    'http/answers',
    write(
      'length-too-large-and-open',
      'RFC 9112 6.3',
      'Content-Length of the list is too large and the connection stays open, so the client waits',
      sendAndStay(categories, (wire) => [
        head(wire, { 'Content-Length': String(wire.bytes.length + 1) }),
        wire.bytes,
      ]),
      listCategories,
    ),
    write(
      'chunks-never-end',
      'RFC 9112 7.1',
      'the last chunk of a 400 never comes and the connection stays open',
      sendAndStay(status(400), (wire) => [
        head(wire, { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }),
        `${hex(wire.bytes)}\r\n`,
        wire.bytes,
        '\r\n',
      ]),
      invalid,
    ),
    write(
      'switching-unasked',
      'RFC 9110 15.2.2',
      'a 101 is sent to a request that asked for no other protocol',
      sendBefore(
        categories,
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      ),
      listCategories,
    ),
    write(
      'only-interim',
      'RFC 9110 15.2',
      'a shipment gets a 100 and no final response',
      sendAndStay(all(success, rates), () => ['HTTP/1.1 100 Continue\r\n\r\n']),
      askRates(),
    ),
  ),
  ...foundBy(
    ['http/complete-message', 'http/valid-json'],
    write(
      'junk-after-error',
      'RFC 9112 6.3',
      'a stack trace follows the body of a 404 on the connection',
      sendAfter(status(404), () => 'at Router.handle (router.js:12)'),
      { ...unknownPath, times: 2, sent: 'on one connection' },
    ),
    write(
      'answer-sent-twice',
      'RFC 9112 9.2',
      'the response to a shipment is sent twice',
      sendAfter(rates, (wire) => Buffer.concat([Buffer.from(head(wire)), wire.bytes])),
      askRates(),
    ),
  ),
];
