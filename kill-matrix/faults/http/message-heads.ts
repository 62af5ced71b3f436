/** Status lines and headers that break a client (RFC 9112 2 to 6). */
import { categories, failure, rates, status, type When } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, askWithout, listCategories, unknownPath, withKey } from '../../variations/requests.js';
import { head, sendRaw } from '../../variations/sending.js';
import type { Wire } from '../../reference-server/stages.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('framing');
const invalid = askWithout('sender.city');
/** Sends the message with another head, and the connection ends. */
const headed = (
  id: string,
  section: string,
  title: string,
  when: When,
  change: (text: string, wire: Wire) => string,
  step: Step,
): Variation =>
  write(
    id,
    section,
    title,
    sendRaw(when, (wire) => [change(head(wire), wire), wire.bytes]),
    step,
  );
const lengthAs = (change: (length: string) => string) => (text: string) =>
  text.replace(/Content-Length: (\d+)/, (_, length: string) => `Content-Length: ${change(length)}`);

export default [
  ...foundBy(
    'http/answers',
    headed(
      'length-with-plus-sign',
      'RFC 9112 6.3',
      'Content-Length has a plus sign',
      categories,
      lengthAs((length) => `+${length}`),
      listCategories,
    ),
    headed(
      'length-with-unit',
      'RFC 9112 6.3',
      'Content-Length ends in "bytes"',
      rates,
      lengthAs((length) => `${length} bytes`),
      askRates(),
    ),
    headed(
      'length-in-hexadecimal',
      'RFC 9112 6.3',
      'Content-Length is hexadecimal',
      failure,
      lengthAs((length) => `0x${Number(length).toString(16)}`),
      invalid,
    ),
    headed(
      'length-negative',
      'RFC 9112 6.3',
      'Content-Length is -1',
      status(404),
      lengthAs(() => '-1'),
      unknownPath,
    ),
    headed(
      'length-as-list-that-differs',
      'RFC 9112 6.3',
      'Content-Length is a list of two that differ',
      categories,
      lengthAs((length) => `${length}, ${Number(length) + 1}`),
      listCategories,
    ),
    headed(
      'length-empty',
      'RFC 9112 6.3',
      'Content-Length has no value',
      rates,
      lengthAs(() => ''),
      askRates(),
    ),
    headed(
      'length-beside-chunked',
      'RFC 9112 6.1',
      'Content-Length and Transfer-Encoding come together, and the body is in no chunks',
      rates,
      (text) => text.replace('Content-Length', 'Transfer-Encoding: chunked\r\nContent-Length'),
      askRates(),
    ),
    headed(
      'status-line-of-two-digits',
      'RFC 9112 4',
      'the status has two digits',
      categories,
      (text) => text.replace('1.1 200', '1.1 20'),
      listCategories,
    ),
    headed(
      'status-line-without-space',
      'RFC 9112 4',
      'no space follows the status',
      rates,
      (text) => text.replace('200 OK', '200OK'),
      askRates(),
    ),
    headed(
      'status-line-of-http-2',
      'RFC 9112 2.3',
      'the status line says HTTP/2',
      categories,
      (text) => text.replace('HTTP/1.1', 'HTTP/2'),
      listCategories,
    ),
    headed(
      'status-line-lower-case',
      'RFC 9112 2.3',
      'the status line says http/1.1',
      status(400),
      (text) => text.replace('HTTP', 'http'),
      invalid,
    ),
    headed(
      'status-line-word-first',
      'RFC 9112 4',
      'the status line has the reason before the status',
      status(404),
      (text) => text.replace('404 Not Found', 'Not Found 404'),
      unknownPath,
    ),
    headed(
      'status-line-after-line-breaks',
      'RFC 9112 4',
      'a line of a log stands before the status line',
      rates,
      (text) => `debug: rated 3 couriers\r\n${text}`,
      askRates(),
    ),
    headed(
      'header-without-colon',
      'RFC 9112 5',
      'a header has no colon',
      categories,
      (text) => text.replace('\r\n\r\n', '\r\nX-Served-By node-3\r\n\r\n'),
      listCategories,
    ),
    headed(
      'header-name-with-space',
      'RFC 9112 5.1',
      'a space stands before the colon of Content-Length',
      rates,
      (text) => text.replace('Content-Length:', 'Content-Length :'),
      askRates(),
    ),
    headed(
      'header-name-with-brackets',
      'RFC 9110 5.1',
      'the name of a header has brackets',
      categories,
      (text) => text.replace('\r\n\r\n', '\r\nX-Rate(Limit): 10\r\n\r\n'),
      listCategories,
    ),
    headed(
      'header-folded',
      'RFC 9112 5.2',
      'a header goes on in a line that begins with a space',
      status(401),
      (text) => text.replace('\r\n\r\n', '\r\nX-Trace: a,\r\n b\r\n\r\n'),
      withKey(null),
    ),
    headed(
      'header-split-by-value',
      'RFC 9110 5.5',
      'a header has a line break in its value, and the rest is a broken header',
      failure,
      (text) => text.replace('\r\n\r\n', '\r\nX-Error: sender.city\r\nis required\r\n\r\n'),
      invalid,
    ),
    headed(
      'headers-end-missing',
      'RFC 9112 2.1',
      'no empty line stands between headers and body',
      categories,
      (text) => text.replace('\r\n\r\n', '\r\n'),
      listCategories,
    ),
    headed(
      'headers-too-many',
      'RFC 9110 5.4',
      'a header of 100,000 characters is sent, which clients refuse',
      rates,
      (text) => text.replace('\r\n\r\n', `\r\nX-Debug: ${'d'.repeat(100_000)}\r\n\r\n`),
      askRates(),
    ),
  ),
  ...foundBy(
    ['http/complete-message', 'http/valid-json'],
    headed(
      'length-zero-with-body',
      'RFC 9112 6.3',
      'Content-Length of a 401 is 0, and the body follows',
      status(401),
      lengthAs(() => '0'),
      withKey(null),
    ),
  ),
  ...foundBy(
    'http/complete-message',
    headed(
      'coding-unknown',
      'RFC 9112 6.1',
      'Transfer-Encoding is identity, which is no coding',
      categories,
      (text) => text.replace(/Content-Length: \d+/, 'Transfer-Encoding: identity, utf-8'),
      listCategories,
    ),
  ),
  ...foundBy(
    ['responses/documented-status', 'routing/unknown-path'],
    headed(
      'status-out-of-range',
      'RFC 9110 15',
      'the status of an unknown path is 999',
      status(404),
      (text) => text.replace('404 Not Found', '999 Request denied'),
      unknownPath,
    ),
  ),
];
