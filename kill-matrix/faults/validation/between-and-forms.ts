/** Problems between the first and the last element, values that the specification states by form, and bodies as they come. */
import { invent, on, overlook, set, status } from '../../variations/changes.js';
import { askRates, askWith, SHIPMENT, listCategories } from '../../variations/requests.js';
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
  fault({
    id: 'limit-says-the-quota',
    section: '7 rule 3',
    title: 'the message of a 429 tells the quota instead of the wait',
    foundBy: 'limits/says-when-to-retry',
    apply: on(status(429), set({ message: 'The limit of 100 requests per minute is exceeded' })),
    witness: { ...listCategories, times: 101 },
    settings: { quota: { limit: 100, waitMs: 1000 } },
  }),
];
