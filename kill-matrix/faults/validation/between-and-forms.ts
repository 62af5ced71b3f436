/** Problems between the first and the last element, values that the specification states by form, and bodies as they come. */
import { invent, overlook } from '../../variations/changes.js';
import { askRates, askWith, SHIPMENT } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('positions and forms', { section: '2.4' });

export default [
  fault({
    id: 'countries-of-any-length',
    title: 'country_code may be any text',
    foundBy: 'requests/invalid-value',
    apply: overlook(({ path, kind }) => kind === 'value' && path.at(-1) === 'country_code'),
    witness: askWith('receiver.country_code', 'USA'),
  }),
  fault({
    id: 'padding-refused',
    section: 'RFC 8259 2',
    title: 'a body that begins with a line feed is no JSON',
    foundBy: 'requests/spellings',
    apply: invent(({ text }) => /^\s/.test(text), 'body must be valid JSON'),
    witness: askRates(`\n${JSON.stringify(SHIPMENT)}`),
  }),
];
