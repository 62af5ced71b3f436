/** Bodies that say the same in another way, or are larger or come in more pieces than usual (RFC 8259, RFC 9112). */
import type { Call } from '../../reference-server/stages.js';
import { enveloped } from '../../reference-server/stages.js';
import { crash, on, page, served } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, askWith, changed, inChunks, SHIPMENT } from '../../variations/requests.js';
import { variationsOf, type Apply } from '../../variations/variation.js';

const fault = variationsOf('bodies written otherwise');
const unreadable = () => enveloped(400, 'Invalid request', [], ['body must be valid JSON']);
/** Takes some bodies for no JSON. */
const refusesBody = (when: (call: Call) => boolean): Apply =>
  on(
    (answer, call) => call.operation === 'getShippingRates' && answer.status === 200 && when(call),
    unreadable,
  );
const text = JSON.stringify(SHIPMENT);
const tenPieces = Array.from({ length: 10 }, (_, index) =>
  text.slice(Math.ceil((index * text.length) / 10), Math.ceil(((index + 1) * text.length) / 10)),
);

export default [
  ...foundBy(
    'requests/spellings',
    fault(
      'line-feeds-refused',
      'RFC 8259, 2',
      'a body with line feeds between its fields is refused',
      refusesBody((call) => call.text.trim().includes('\n')),
      askRates(JSON.stringify(SHIPMENT, null, 2)),
    ),
    fault(
      'escaped-letters-refused',
      'RFC 8259, 7',
      'a body with a letter written as its code is refused',
      refusesBody((call) => /\\u00[4-7]/i.test(call.text)),
      askRates(text.replace('Austin', '\\u0041ustin')),
    ),
  ),
  ...foundBy(
    'requests/odd-input',
    fault(
      'double-quotes-in-text-500',
      'RFC 8259, 7',
      'a text with quotation marks in it makes the server fail',
      crash('getShippingRates', (call) => call.text.includes('\\"')),
      askWith('box_dimension.0.items.0.name', '15" screen'),
    ),
  ),
  ...foundBy(
    'requests/large-bodies',
    fault(
      'over-48-kb-unauthorized',
      '5 rule 3',
      'a body of more than 48 KB is answered 401 although the key is right',
      on(
        served('getShippingRates', (call) => call.text.length > 48_000),
        () => enveloped(401, 'Invalid API key', [], ['Authentication failed: unsigned body']),
      ),
      askRates(changed('box_dimension', Array<unknown>(500).fill(SHIPMENT.box_dimension[0]))),
    ),
  ),
  ...foundBy(
    'requests/same-text',
    fault(
      'chunks-after-the-eighth-ignored',
      'RFC 9112, 7.1',
      'of a body in chunks only the first eight are read',
      ({ decide }) => ({
        decide: (call) =>
          call.headers['transfer-encoding'] && call.pieces.length > 8 ? unreadable() : decide(call),
      }),
      inChunks(askRates(), tenPieces),
    ),
  ),
  ...foundBy(
    'http/json-content-type',
    fault(
      'type-with-two-parameters-415',
      'RFC 9110, 8.3.1',
      'a media type with two parameters is refused',
      on(
        served('getShippingRates', ({ headers }) => /;.*;/.test(String(headers['content-type']))),
        page(415, 'text/plain', 'Unsupported media type'),
      ),
      askRates(SHIPMENT, { 'Content-Type': 'application/json; charset=utf-8; profile=rates' }),
    ),
  ),
];
