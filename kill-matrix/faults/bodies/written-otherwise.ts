/** Bodies that say the same in another way, or are larger or come in more pieces than usual (RFC 8259, RFC 9112). */
import { enveloped } from '../../reference-server/stages.js';
import { on, served } from '../../variations/changes.js';
import { askRates, changed, SHIPMENT } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('bodies written otherwise', { section: 'RFC 8259, 7' });

export default [
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
