/** Bodies in chunks or pieces, characters that a firewall or a database rejects, and large bodies (2.1, 4.2, 7, RFC 9112 7.1). */
import type { Call } from '../../reference-server/stages.js';
import {
  document,
  htmlPage,
  list,
  page,
  refusal,
  serverError,
  chain,
  drop,
} from '../../variations/changes.js';
import { all, rates, served, success, type When } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { boxesOf, hasText } from '../../variations/calls.js';
import {
  askRates,
  askWith,
  changed,
  inChunks,
  inPieces,
  listCategories,
  SHIPMENT,
} from '../../variations/requests.js';
import { type Apply, faultsOf, type Step } from '../../variations/variation.js';

const json = JSON.stringify(SHIPMENT);
const isChunked = ({ headers }: Call) => headers['transfer-encoding'] !== undefined;
const chunked = inChunks(askRates(), [json]);
const chunkedRates = all(success, served('getShippingRates', isChunked));
const [beforeLetter = '', behindLetter = ''] = json.split('Notebook');
const letter = Buffer.from('é');
const splitLetter = [
  Buffer.concat([Buffer.from(`${beforeLetter}Caf`), letter.subarray(0, 1)]),
  Buffer.concat([letter.subarray(1), Buffer.from(behindLetter)]),
];
/** Parses another text than the one that came. */
const readsAs =
  (change: (call: Call) => string | undefined): Apply =>
  ({ decide }) => ({
    decide(call) {
      const text = change(call);
      if (text === undefined || call.operation !== 'getShippingRates') return decide(call);
      try {
        return decide({ ...call, text, body: JSON.parse(text) as unknown });
      } catch {
        return decide({ ...call, text, body: undefined });
      }
    },
  });
const isText = (piece: Buffer) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(piece).length > 0;
  } catch {
    return false;
  }
};
const getWith = (headers: Step['headers'] = {}): Step => ({ ...listCategories, headers });
const [box] = SHIPMENT.box_dimension;
const [item] = box?.items ?? [];
const withBoxes = (count: number) =>
  askRates({ ...SHIPMENT, box_dimension: Array<unknown>(count).fill(box) });
const withItems = (count: number) =>
  askRates(changed('box_dimension.0.items', Array<unknown>(count).fill(item)));
const mostItems = (call: Call) =>
  Math.max(0, ...boxesOf(call).map(({ items }) => (Array.isArray(items) ? items.length : 0)));
const KB = 1024;
/** A valid body of about so many KB. */
const body = (size: number) => changed('sender.address', 'Long Road '.repeat((size * KB) / 10));
const large = (size: number) => askRates(body(size));
const over = (size: number): When => served('getShippingRates', ({ text }) => text.length > size * KB);

export default [
  ...faultsOf('bodies as they come', { section: 'RFC 9112 7.1' })({
    'chunked-taken-as-empty': {
      title: 'a body in chunks has no Content-Length and is taken as empty',
      foundBy: 'http/chunked-request',
      apply: readsAs((call) => (isChunked(call) ? '' : undefined)),
      witness: chunked,
    },
    'chunked-500': {
      title: 'a body in chunks is 500',
      foundBy: 'http/chunked-request',
      crashes: isChunked,
      witness: chunked,
    },
    'letter-across-pieces-garbled': {
      section: 'RFC 8259 8.1',
      title: 'a letter of two bytes that is cut between two pieces makes the body invalid',
      foundOnlyBy: 'requests/same-text',
      apply: readsAs(({ pieces }) => (pieces.length > 1 && !pieces.every(isText) ? '' : undefined)),
      witness: inPieces(askRates(), splitLetter),
    },
    'chunked-501': {
      section: '7',
      title: 'a body in chunks is 501 with only a message',
      foundBy: ['envelope/status-flag', 'http/chunked-request'],
      apply: on(chunkedRates, document(501, { message: 'Transfer-Encoding is not implemented' })),
      witness: chunked,
    },
    'get-with-content-type-415': {
      section: '4.1',
      title: 'GET with a Content-Type is 415',
      foundBy: ['envelope/message', 'envelope/object'],
      when: all(
        success,
        served('listCategories', ({ headers }) => headers['content-type'] !== undefined),
      ),
      change: document(415, { error: 'Unsupported Media Type' }),
      witness: getWith({ 'Content-Type': 'application/json' }),
    },
    'escaped-emoji-500': {
      section: '7',
      title: 'an emoji in two escapes is 500',
      foundBy: ['requests/odd-input', 'requests/same-text'],
      crashes: ({ text }) => /\\ud83[c-f]\\u/i.test(text),
      witness: askRates(json.replace('Notebook', 'Gift \\ud83c\\udf81')),
    },
  }),
  ...faultsOf('characters', { section: '7' })({
    'less-than-sign-blocked': {
      section: '4',
      title: 'a firewall answers < and > in a text with an HTML page',
      foundBy: ['errors/nothing-leaks', 'http/json-content-type'],
      when: served('getShippingRates', hasText(/[<>]/)),
      change: htmlPage(403, '403 Forbidden'),
      witness: askWith('receiver.address', 'Gate <3>'),
    },
    'backslash-500': {
      title: 'a backslash in a text is 500',
      foundBy: ['rates/valid-shipments', 'requests/odd-input'],
      crashes: hasText(/\\/),
      witness: askWith('box_dimension.0.items.0.name', 'A\\B'),
    },
    'ampersand-blocked': {
      section: '4',
      title: 'an ampersand is an HTML page of 400',
      foundBy: ['errors/nothing-leaks', 'rates/valid-shipments'],
      when: served('getShippingRates', hasText(/&/)),
      change: htmlPage(400, 'Bad Request'),
      witness: askWith('receiver.address', '5th & Main'),
    },
    'line-break-in-text-500': {
      title: 'a line break in a text is 500',
      foundBy: ['requests/odd-input', 'responses/no-server-error'],
      crashes: hasText(/\n/),
      witness: askWith('box_dimension.0.items.0.name', 'Pen\nblue'),
    },
    'chinese-500': {
      title: 'Chinese characters are 500',
      foundBy: ['rates/valid-shipments', 'requests/generated-bodies'],
      crashes: hasText(/[\u4e00-\u9fff]/),
      witness: askWith('box_dimension.0.items.0.name', '铅笔'),
    },
  }),
  ...faultsOf('characters', { section: '2.1' })({
    'apostrophe-blocked': {
      title: 'an apostrophe is 406 in plain text',
      foundBy: ['rates/valid-shipments', 'requests/odd-input'],
      when: served('getShippingRates', hasText(/'/)),
      change: page(406, 'text/plain', 'Not Acceptable!'),
      witness: askWith('receiver.address', "12 O'Connell Street"),
    },
    'parent-path-blocked': {
      title: 'two dots and a slash are 403 without a body',
      foundBy: ['http/valid-json', 'requests/odd-input'],
      when: served('getShippingRates', hasText(/\.\.\//)),
      change: page(403, 'application/json', ''),
      witness: askWith('receiver.address', '../12 Harbour Street'),
    },
    'javascript-url-blocked': {
      title: 'a text with javascript: is 403 with only a reason',
      foundBy: 'requests/odd-input',
      when: served('getShippingRates', hasText(/javascript:/i)),
      change: document(403, { reason: 'xss' }),
      witness: askWith('receiver.address', 'javascript:alert(1)'),
    },
  }),
  ...faultsOf('sizes of bodies', { section: '7' })({
    'fifty-items-500': {
      title: 'fifty items or more in one box are 500',
      foundBy: ['requests/far-elements', 'requests/large-bodies'],
      crashes: (call) => mostItems(call) >= 50,
      witness: withItems(50),
    },
    'thirty-boxes-500': {
      title: 'thirty boxes or more are 500',
      foundBy: ['requests/far-elements', 'requests/large-bodies'],
      crashes: (call) => boxesOf(call).length >= 30,
      witness: withBoxes(30),
    },
    'hundred-items-rates-twice': {
      section: '2.3',
      title: 'from a hundred items in one box each rate is listed twice',
      foundBy: ['rates/one-per-option', 'rates/unique-ids'],
      when: all(rates, (_, call) => mostItems(call) >= 100),
      change: list((rates) => [...rates, ...rates]),
      witness: withItems(100),
    },
    'twenty-boxes-504': {
      section: '4',
      title: 'twenty boxes or more take too long: an HTML page of 504',
      foundBy: ['requests/large-bodies', 'responses/documented-status'],
      when: served('getShippingRates', (call) => boxesOf(call).length >= 20),
      change: page(504, 'text/html', '<h1>504 Gateway Time-out</h1>'),
      witness: withBoxes(20),
    },
    'over-10-kb-500': {
      title: 'a body over 10 KB is 500',
      foundBy: ['requests/far-elements', 'requests/large-bodies'],
      apply: on(over(10), serverError),
      witness: large(12),
    },
    'over-64-kb-500': {
      title: 'a body over 64 KB is 500',
      foundBy: ['requests/large-bodies', 'responses/no-server-error'],
      apply: on(over(64), serverError),
      witness: large(70),
    },
    'over-1-mb-502': {
      section: '4',
      title: 'a body over a megabyte is the 502 page of a proxy',
      foundBy: ['requests/large-bodies', 'responses/documented-status'],
      apply: on(over(1024), page(502, 'text/html', '<html><h1>502 Bad Gateway</h1></html>')),
      witness: large(1060),
    },
    'over-1-mb-page': {
      section: '2.1',
      title: 'a body over 1 MB is the 413 page of a proxy',
      foundBy: ['http/json-content-type', 'http/valid-json'],
      apply: on(over(1024), page(413, 'text/html', '<html><h1>413 Request Entity Too Large</h1></html>')),
      witness: large(1100),
    },
    'over-1-mb-status-missing': {
      section: '2.1',
      title: 'the 413 for a body over 1 MB has no status',
      foundOnlyBy: 'envelope/status-flag',
      apply: on(over(1024), chain(refusal(413, 'Too large', 'body is over 1 MB'), drop('status'))),
      witness: large(1100),
    },
  }),
  ...faultsOf('bodies written otherwise', { section: '5 rule 3' })({
    'over-48-kb-unauthorized': {
      title: 'a body of more than 48 KB is answered 401 although the key is right',
      foundBy: 'requests/large-bodies',
      when: served('getShippingRates', (call) => call.text.length > 48_000),
      change: refusal(401, 'Invalid API key', 'Authentication failed: unsigned body'),
      witness: askRates(changed('box_dimension', Array<unknown>(500).fill(SHIPMENT.box_dimension[0]))),
    },
  }),
];
