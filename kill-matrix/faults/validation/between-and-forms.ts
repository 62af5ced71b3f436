/** Problems between the first and the last element, values that the specification states by form, and bodies as they come. */
import { ratesFor } from '../../reference-server/catalogue.js';
import { enveloped, type Fields } from '../../reference-server/stages.js';
import { invent, on, overlook, rates, set, status } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, askWith, changed, SHIPMENT, listCategories } from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('positions and forms');
const [box] = SHIPMENT.box_dimension;
const threeBoxes = { ...SHIPMENT, box_dimension: [box, { ...box, length: 'long' }, box] };

export default [
  ...foundBy(
    'requests/later-elements',
    fault(
      'middle-boxes-skipped',
      '2.4',
      'the boxes in the middle are skipped',
      overlook(
        ({ path: [list, index] }, { body }) =>
          list === 'box_dimension' &&
          Number(index) > 0 &&
          Number(index) < (Object(body) as { box_dimension: unknown[] }).box_dimension.length - 1,
      ),
      askRates(threeBoxes),
    ),
    fault(
      'second-item-unchecked',
      '2.4',
      'the second item of any box is not checked',
      overlook(({ path: [, , , index] }) => index === 1),
      askRates(
        changed('box_dimension.0.items', [
          ...(box?.items ?? []),
          { name: 'Pen', quantity: 1, unit_price: '2' },
        ]),
      ),
    ),
  ),
  ...foundBy(
    'requests/invalid-value',
    fault(
      'countries-of-three-letters',
      '2.4',
      'a country_code of three letters is accepted',
      overlook(
        ({ path, kind }, { body }) =>
          kind === 'value' && path.at(-1) === 'country_code' && JSON.stringify(body).includes('ZZ"'),
      ),
      askWith('sender.country_code', 'AZZ'),
    ),
    fault(
      'countries-of-any-length',
      '2.4',
      'country_code may be any text',
      overlook(({ path, kind }) => kind === 'value' && path.at(-1) === 'country_code'),
      askWith('receiver.country_code', 'USA'),
    ),
  ),
  ...foundBy(
    'requests/wrong-type',
    fault(
      'number-from-word-null',
      '4.2 rule 1',
      'the text "null" is taken for a missing number and accepted',
      overlook(
        ({ path, kind }, { body }) =>
          kind === 'type' && path.length === 1 && (Object(body) as Fields)[String(path[0])] === 'null',
      ),
      askWith('weight', 'null'),
    ),
  ),
  ...foundBy(
    'rates/fields',
    fault(
      'charge-null-for-huge-weights',
      '2.3',
      'shipping_charge overflows to null for a weight of 1e300',
      on(
        (answer, call) => rates(answer, call) && Number((Object(call.body) as Fields).weight) > 1e200,
        (answer, call) => ({
          ...answer,
          body: {
            ...answer.body,
            data: ratesFor(1, `huge-${call.number}`).map((rate) => ({ ...rate, shipping_charge: null })),
          },
        }),
      ),
      askWith('weight', 1e300),
    ),
  ),
  ...foundBy(
    'requests/spellings',
    fault(
      'padding-refused',
      'RFC 8259 2',
      'a body that begins with a line feed is no JSON',
      invent(({ text }) => /^\s/.test(text), 'body must be valid JSON'),
      askRates(`\n${JSON.stringify(SHIPMENT)}`),
    ),
    fault(
      'type-in-capitals-refused',
      'RFC 9110 8.3.1',
      'Content-Type counts only in small letters',
      invent(
        ({ headers }) => /[A-Z]/.test(String(headers['content-type'])),
        'Content-Type must be application/json',
      ),
      askRates(SHIPMENT, { 'Content-Type': 'Application/JSON' }),
    ),
  ),
  ...foundBy(
    'requests/odd-input',
    fault(
      'markup-forbidden',
      '5 rule 5',
      'a firewall answers 403 to angle brackets in a text',
      on(
        (_answer, { text }) => text.includes('<script'),
        () => enveloped(403, 'Forbidden', [], ['The request was blocked']),
      ),
      askWith('sender.city', '<script>'),
    ),
  ),
  ...foundBy(
    'limits/says-when-to-retry',
    fault(
      'limit-says-the-quota',
      '7 rule 3',
      'the message of a 429 tells the quota instead of the wait',
      on(status(429), set({ message: 'The limit of 100 requests per minute is exceeded' })),
      { ...listCategories, times: 101 },
      { quota: { limit: 100, waitMs: 1000 } },
    ),
  ),
];
