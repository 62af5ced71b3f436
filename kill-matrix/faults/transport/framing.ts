/** Messages and connections: lengths, chunks, cut answers and no answers (RFC 9112). */
import { all, categories, rates, served, status, success } from '../../variations/changes.js';
import {
  askRates,
  askWithout,
  boxesOf,
  listCategories,
  askWith,
  TWO_BOXES,
  unknownPath,
  withKey,
} from '../../variations/requests.js';
import { hang, hangUp, head, sendRaw } from '../../variations/sending.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('transport');
const bad = status(400);
const invalid = askWithout('sender.city');
const broken = askRates('{"weight": ');
const malformed = all(
  bad,
  served('getShippingRates', ({ body }) => body === undefined),
);
const twoBoxes = all(
  success,
  served('getShippingRates', (call) => boxesOf(call).length > 1),
);

export default [
  ...foundBy(
    'http/complete-message',
    fault(
      'length-too-large',
      'RFC 9112 6.3',
      'Content-Length is larger than the body',
      sendRaw(success, (wire) => [
        head(wire, { 'Content-Length': String(wire.bytes.length + 50) }),
        wire.bytes,
      ]),
      listCategories,
    ),
    fault(
      'length-too-large-on-errors',
      'RFC 9112 6.3',
      'Content-Length is larger than the body of a 400',
      sendRaw(bad, (wire) => [head(wire, { 'Content-Length': String(wire.bytes.length + 2) }), wire.bytes]),
      invalid,
    ),
  ),
  ...foundBy(
    ['http/complete-message', 'http/valid-json'],
    fault(
      'length-too-small',
      'RFC 9112 6.3',
      'Content-Length is smaller than the body',
      sendRaw(success, (wire) => [
        head(wire, { 'Content-Length': String(wire.bytes.length - 20) }),
        wire.bytes,
      ]),
      askRates(),
    ),
    fault(
      'length-in-characters',
      'RFC 9112 6.3',
      'Content-Length counts characters instead of bytes',
      sendRaw(categories, (wire) => [
        head(wire, { 'Content-Length': String(wire.bytes.toString().length) }),
        wire.bytes,
      ]),
      listCategories,
    ),
    fault(
      'chunks-undeclared-plain',
      'RFC 9112 7.1',
      'Transfer-Encoding says chunked, the body is plain',
      sendRaw(rates, (wire) => [
        head(wire, { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }),
        wire.bytes,
      ]),
      askRates(),
    ),
    fault(
      'body-cut-at-half',
      'RFC 9112 8',
      'the connection closes after half of the body',
      sendRaw(rates, (wire) => [head(wire), wire.bytes.subarray(0, wire.bytes.length / 2)]),
      askRates(),
    ),
    fault(
      'body-cut-when-large',
      'RFC 9112 8',
      'answers over 900 bytes are cut',
      sendRaw(
        (a) => JSON.stringify(a.body).length > 900,
        (wire) => [head(wire), wire.bytes.subarray(0, 900)],
      ),
      askRates(),
    ),
  ),
  ...foundBy(
    'http/answers',
    fault(
      'length-twice',
      'RFC 9112 6.3',
      'there are two Content-Length that differ',
      sendRaw(rates, (wire) => [
        head(wire).replace('\r\n\r\n', `\r\nContent-Length: ${wire.bytes.length + 7}\r\n\r\n`),
        wire.bytes,
      ]),
      askRates(),
    ),
    fault(
      'not-http',
      'RFC 9112 4',
      'a bare JSON text is sent without status line',
      sendRaw(categories, (wire) => [wire.bytes]),
      listCategories,
    ),
    fault(
      'header-with-null-byte',
      'RFC 9110 5.5',
      'a header has a null byte in it',
      sendRaw(success, (wire) => [head(wire, { 'X-Trace': 'a\0b' }), wire.bytes]),
      listCategories,
    ),
    fault(
      'answer-never-comes-for-rates',
      '4.2',
      'valid rate requests are never answered',
      hang(rates),
      askRates(),
    ),
    fault(
      'answer-never-comes-for-categories',
      '4.1',
      'the category list is never answered',
      hang(categories),
      listCategories,
    ),
    fault(
      'answer-never-comes-for-malformed',
      '7',
      'malformed JSON is never answered',
      hang(malformed),
      broken,
    ),
    fault(
      'answer-never-comes-for-empty-body',
      '7',
      'an empty body is never answered',
      hang(served('getShippingRates', (call) => call.text === '')),
      askRates(''),
    ),
    fault(
      'hangs-up-on-malformed',
      '7',
      'the connection closes for malformed JSON',
      hangUp(malformed),
      broken,
    ),
    fault(
      'hangs-up-without-key',
      '5 rule 3',
      'the connection closes for a missing key',
      hangUp(status(401)),
      withKey(null),
    ),
    fault(
      'hangs-up-on-unknown-path',
      '7',
      'the connection closes for an unknown path',
      hangUp(status(404)),
      unknownPath,
    ),
    fault(
      'hangs-up-on-any-problem',
      '7',
      'the connection closes for any invalid request',
      hangUp(bad),
      askWith('weight', 'x'),
    ),
  ),
  foundOnlyBy(
    'http/complete-message',
    fault(
      'chunks-unfinished',
      'RFC 9112 7.1',
      'the chunked body has no end',
      sendRaw(success, (wire) => [
        head(wire, { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }),
        `${wire.bytes.length.toString(16)}\r\n`,
        wire.bytes,
        '\r\n',
      ]),
      listCategories,
    ),
  ),
  foundOnlyBy(
    'http/answers',
    fault(
      'hangs-up-on-two-boxes',
      '4.2',
      'the connection closes for two boxes',
      hangUp(twoBoxes),
      askRates(TWO_BOXES),
    ),
  ),
];
