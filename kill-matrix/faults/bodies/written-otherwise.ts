/** Bodies that say the same in another way, or are larger or come in more pieces than usual (RFC 8259, RFC 9112). */
import { enveloped, type Call } from '../../reference-server/stages.js';
import { on, served } from '../../variations/changes.js';
import { askRates, changed, SHIPMENT } from '../../variations/requests.js';
import { faultsOf, type Apply } from '../../variations/variation.js';

const fault = faultsOf('bodies written otherwise', { section: 'RFC 8259, 7' });
const unreadable = () => enveloped(400, 'Invalid request', [], ['body must be valid JSON']);
/** Takes some bodies for no JSON. */
const refusesBody = (when: (call: Call) => boolean): Apply =>
  on(
    (answer, call) => call.operation === 'getShippingRates' && answer.status === 200 && when(call),
    unreadable,
  );
const text = JSON.stringify(SHIPMENT);

export default [
  fault({
    id: 'line-feeds-refused',
    section: 'RFC 8259, 2',
    title: 'a body with line feeds between its fields is refused',
    foundBy: 'requests/spellings',
    apply: refusesBody((call) => call.text.trim().includes('\n')),
    witness: askRates(JSON.stringify(SHIPMENT, null, 2)),
  }),
  fault({
    id: 'escaped-letters-refused',
    title: 'a body with a letter written as its code is refused',
    foundBy: 'requests/spellings',
    apply: refusesBody((call) => /\\u00[4-7]/i.test(call.text)),
    witness: askRates(text.replace('Austin', '\\u0041ustin')),
  }),
  fault({
    id: 'over-48-kb-unauthorized',
    section: '5 rule 3',
    title: 'a body of more than 48 KB is answered 401 although the key is right',
    foundBy: 'requests/large-bodies',
    apply: on(
      served('getShippingRates', (call) => call.text.length > 48_000),
      () => enveloped(401, 'Invalid API key', [], ['Authentication failed: unsigned body']),
    ),
    witness: askRates(changed('box_dimension', Array<unknown>(500).fill(SHIPMENT.box_dimension[0]))),
  }),
];
