/** Bodies that come in chunks or in several pieces (4.2, RFC 9112 7.1). */
import type { Call } from '../../reference-server/stages.js';
import { all, crash, document, on, page, served, success } from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import {
  listCategories,
  askRates,
  askWith,
  inChunks,
  inPieces,
  SHIPMENT,
  valueAt,
} from '../../variations/requests.js';
import { hang, hangUp } from '../../variations/sending.js';
import { variationsOf, type Apply, type Step } from '../../variations/variation.js';

const write = variationsOf('bodies as they come');
const json = JSON.stringify(SHIPMENT);
const half = json.length / 2;
const isChunked = ({ headers }: Call) => headers['transfer-encoding'] !== undefined;
const chunked = inChunks(askRates(), [json]);
const twoChunks = inChunks(askRates(), [json.slice(0, half), json.slice(half)]);
const chunkedRates = all(success, served('getShippingRates', isChunked));
const splitLetter = (() => {
  const bytes = Buffer.from(
    JSON.stringify({ ...SHIPMENT, delivery_type: 'commercial', product_type: '1' }).replace(
      'Notebook',
      'Café',
    ),
  );
  const cut = bytes.indexOf(Buffer.from('é')) + 1;
  return [bytes.subarray(0, cut), bytes.subarray(cut)];
})();

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

export default [
  ...foundBy(
    'http/chunked-request',
    write(
      'chunked-taken-as-empty',
      'RFC 9112 7.1',
      'a body in chunks has no Content-Length and is taken as empty',
      readsAs((call) => (isChunked(call) ? '' : undefined)),
      chunked,
    ),
    write(
      'chunked-500',
      'RFC 9112 7.1',
      'a body in chunks is 500',
      crash('getShippingRates', isChunked),
      chunked,
    ),
    write(
      'chunked-first-chunk-only',
      'RFC 9112 7.1',
      'only the first chunk of a body is read',
      readsAs((call) => (isChunked(call) && call.pieces.length > 1 ? String(call.pieces[0]) : undefined)),
      twoChunks,
    ),
    write(
      'second-piece-ignored',
      '4.2',
      'a body that comes in two pieces is cut after the first',
      readsAs(({ pieces }) => (pieces.length > 1 ? String(pieces[0]) : undefined)),
      inPieces(askRates(), [json.slice(0, half), json.slice(half)]),
    ),
    write(
      'late-body-taken-as-empty',
      '4.2',
      'a body that comes after its headers in three or more pieces is taken as empty',
      readsAs(({ pieces }) => (pieces.length > 2 ? '' : undefined)),
      inPieces(askRates(), [json.slice(0, 5), json.slice(5, half), json.slice(half)]),
    ),
  ),
  ...foundBy(
    'http/json-content-type',
    write(
      'chunked-411-page',
      '4',
      'a body in chunks is an HTML page of 411',
      on(chunkedRates, page(411, 'text/html', '<h1>411 Length Required</h1>')),
      chunked,
    ),
  ),
  ...foundBy(
    'http/answers',
    write(
      'chunked-never-answered',
      'RFC 9112 7.1',
      'a body in chunks is never answered',
      hang(chunkedRates),
      chunked,
    ),
    write(
      'chunked-hangs-up',
      'RFC 9112 7.1',
      'the connection closes on a body in several chunks',
      hangUp(all(chunkedRates, (_, { pieces }) => pieces.length > 1)),
      twoChunks,
    ),
  ),
  foundOnlyBy(
    'auth/side-doors',
    write(
      'chunked-unauthenticated',
      '5 rule 3',
      'a body in chunks is not authenticated',
      ({ authenticate }) => ({ authenticate: (call) => (isChunked(call) ? undefined : authenticate(call)) }),
      inChunks(
        { ...askRates(), headers: { Authorization: 'Bearer nobody', 'Content-Type': 'application/json' } },
        [json],
      ),
    ),
  ),
  foundOnlyBy(
    'requests/same-text',
    write(
      'letter-across-pieces-garbled',
      'RFC 8259 8.1',
      'a letter of two bytes that is cut between two pieces makes the body invalid',
      readsAs(({ pieces }) => (pieces.length > 1 && !pieces.every(isText) ? '' : undefined)),
      inPieces(askRates(), splitLetter),
    ),
  ),

  ...foundBy(
    'requests/invalid-in-any-form',
    write(
      'chunked-not-validated',
      '4.2 rule 1',
      'a body in chunks is not validated',
      ({ validate }) => ({ validate: (call) => (isChunked(call) ? [] : validate(call)) }),
      inChunks(askRates(), ['{"weight": 3}']),
    ),
  ),
  ...foundBy(
    'rates/fields',
    write(
      'description-null-for-name-of-digits',
      '2.3',
      'description is null when an item has a name of digits',
      on(
        all(
          success,
          served('getShippingRates', ({ body }) =>
            /^\d+$/.test(String(valueAt(body, ['box_dimension', 0, 'items', 0, 'name']))),
          ),
        ),
        (answer) => ({
          ...answer,
          body: {
            ...answer.body,
            data: (answer.body.data as object[]).map((rate) => ({ ...rate, description: null })),
          },
        }),
      ),
      askWith('box_dimension.0.items.0.name', '4711'),
    ),
  ),
  ...foundBy(
    ['envelope/status-flag', 'http/chunked-request'],
    write(
      'chunked-501',
      '7',
      'a body in chunks is 501 with only a message',
      on(chunkedRates, document(501, { message: 'Transfer-Encoding is not implemented' })),
      chunked,
    ),
  ),
  ...foundBy(
    ['envelope/message', 'envelope/object'],
    write(
      'get-with-content-type-415',
      '4.1',
      'GET with a Content-Type is 415',
      on(
        all(
          success,
          served('listCategories', ({ headers }) => headers['content-type'] !== undefined),
        ),
        document(415, { error: 'Unsupported Media Type' }),
      ),
      getWith({ 'Content-Type': 'application/json' }),
    ),
  ),
];
