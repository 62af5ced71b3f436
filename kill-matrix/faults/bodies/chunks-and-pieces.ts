/** Bodies that come in chunks or in several pieces (4.2, RFC 9112 7.1). */
import type { Call } from '../../reference-server/stages.js';
import { all, crash, document, on, served, success } from '../../variations/changes.js';
import { askRates, inChunks, inPieces, listCategories, SHIPMENT } from '../../variations/requests.js';
import { type Apply, faultsOf, type Step } from '../../variations/variation.js';

const write = faultsOf('bodies as they come', { section: 'RFC 9112 7.1' });
const json = JSON.stringify(SHIPMENT);
const isChunked = ({ headers }: Call) => headers['transfer-encoding'] !== undefined;
const chunked = inChunks(askRates(), [json]);
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
  write({
    id: 'chunked-taken-as-empty',
    title: 'a body in chunks has no Content-Length and is taken as empty',
    foundBy: 'http/chunked-request',
    apply: readsAs((call) => (isChunked(call) ? '' : undefined)),
    witness: chunked,
  }),
  write({
    id: 'chunked-500',
    title: 'a body in chunks is 500',
    foundBy: 'http/chunked-request',
    apply: crash('getShippingRates', isChunked),
    witness: chunked,
  }),
  write({
    id: 'letter-across-pieces-garbled',
    section: 'RFC 8259 8.1',
    title: 'a letter of two bytes that is cut between two pieces makes the body invalid',
    foundOnlyBy: 'requests/same-text',
    apply: readsAs(({ pieces }) => (pieces.length > 1 && !pieces.every(isText) ? '' : undefined)),
    witness: inPieces(askRates(), splitLetter),
  }),
  write({
    id: 'chunked-501',
    section: '7',
    title: 'a body in chunks is 501 with only a message',
    foundBy: ['envelope/status-flag', 'http/chunked-request'],
    apply: on(chunkedRates, document(501, { message: 'Transfer-Encoding is not implemented' })),
    witness: chunked,
  }),
  write({
    id: 'get-with-content-type-415',
    section: '4.1',
    title: 'GET with a Content-Type is 415',
    foundBy: ['envelope/message', 'envelope/object'],
    apply: on(
      all(
        success,
        served('listCategories', ({ headers }) => headers['content-type'] !== undefined),
      ),
      document(415, { error: 'Unsupported Media Type' }),
    ),
    witness: getWith({ 'Content-Type': 'application/json' }),
  }),
  write({
    id: 'escaped-emoji-500',
    section: '7',
    title: 'an emoji in two escapes is 500',
    foundBy: ['requests/odd-input', 'requests/same-text'],
    apply: crash('getShippingRates', ({ text }) => /\\ud83[c-f]\\u/i.test(text)),
    witness: askRates(json.replace('Notebook', 'Gift \\ud83c\\udf81')),
  }),
];
