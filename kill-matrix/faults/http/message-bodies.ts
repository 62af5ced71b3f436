/** Chunks and ends of messages that break a client (RFC 9112 6 to 9). */
import { failure, rates, type When } from '../../variations/changes.js';
import { askRates, askWithout } from '../../variations/requests.js';
import { head, sendAfter, sendRaw } from '../../variations/sending.js';
import { faultsOf, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('framing');
const invalid = askWithout('sender.city');
/** Sends a body in chunks that are framed by `frame`. */
const chunks = ({
  when,
  frame,
  ...row
}: NamedFault & { when: When; frame: (bytes: Buffer) => (string | Buffer)[]; witness: Step }) =>
  write({
    ...row,
    section: 'RFC 9112 7.1',
    apply: sendRaw(when, (wire) => [
      head(wire, { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }),
      ...frame(wire.bytes),
    ]),
  });
export default [
  chunks({
    id: 'chunk-too-short',
    title: 'a chunk is shorter than its size',
    foundBy: ['errors/names-field', 'http/complete-message'],
    when: failure,
    frame: (bytes) => [`${(bytes.length + 9).toString(16)}\r\n`, bytes, '\r\n0\r\n\r\n'],
    witness: invalid,
  }),
  write({
    id: 'answer-sent-twice',
    section: 'RFC 9112 9.2',
    title: 'the response to a shipment is sent twice',
    foundBy: ['http/complete-message', 'http/valid-json'],
    apply: sendAfter(rates, (wire) => Buffer.concat([Buffer.from(head(wire)), wire.bytes])),
    witness: askRates(),
  }),
];
