/** Faults that show only now and then: in one request of several, or in the first. */
import {
  all,
  each,
  eachWith,
  every,
  failure,
  on,
  rates,
  serverError,
  served,
  set,
  status,
  success,
} from '../../variations/changes.js';
import { askRates, askWithout, listCategories, withKey } from '../../variations/requests.js';
import { hangUp, sendRaw, head } from '../../variations/sending.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('now and then');
const often = (step: Step): Step => ({ ...step, times: 12 });
const manyCategories = often(listCategories);
const manyRates = often(askRates());

export default [
  ...foundBy(
    'responses/no-server-error',
    fault(
      'one-in-five-500',
      '7',
      'one request in five is 500',
      on(all(success, every(5)), serverError),
      manyCategories,
    ),
    fault(
      'one-in-ten-rates-500',
      '7',
      'one rate request in ten is 500',
      on(all(served('getShippingRates'), every(10)), serverError),
      manyRates,
    ),
    fault(
      'from-the-fiftieth-500',
      '7',
      'a leak: rates are 500 from the fiftieth request on',
      on(
        all(served('getShippingRates'), (_, call) => call.number >= 50),
        serverError,
      ),
      { ...askRates(), times: 51 },
    ),
  ),
  ...foundBy(
    'http/answers',
    fault(
      'one-in-five-hangs-up',
      '4',
      'one connection in five closes without an answer',
      hangUp(all(success, every(5))),
      manyCategories,
    ),
  ),
  ...foundBy(
    'http/complete-message',
    fault(
      'one-in-six-cut',
      'RFC 9112 8',
      'one answer in six is cut',
      sendRaw(all(success, every(6)), (wire) => [head(wire), wire.bytes.subarray(0, 40)]),
      manyRates,
    ),
  ),
  ...foundBy(
    'rates/fields',
    fault(
      'one-in-four-charge-text',
      '2.3',
      'one answer in four has shipping_charge as text',
      on(all(rates, every(4)), eachWith({ shipping_charge: '9.90' })),
      manyRates,
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'one-in-five-errors-null',
      '2.1',
      'one error in five has errors null',
      on(all(failure, every(5)), set({ errors: null })),
      often(askWithout('weight')),
    ),
  ),
  ...foundBy(
    'rates/unique-ids',
    fault(
      'one-in-three-ids-same',
      '2.3',
      'one answer in three has the same id twice',
      on(
        all(rates, every(3)),
        each((rate, index) => (index < 2 ? { ...rate, id: 'r' } : rate)),
      ),
      manyRates,
    ),
  ),
  ...foundBy(
    'categories/fields',
    fault(
      'one-in-five-stale-replica',
      '2.2',
      'one replica of five is of an older release, without updated_at',
      on(
        all(success, served('listCategories'), every(5)),
        each(({ id, name, created_at }) => ({ id, name, created_at })),
      ),
      manyCategories,
    ),
  ),
  ...foundBy(
    'auth/unknown-key',
    fault(
      'one-in-four-admits-anybody',
      '5 rule 3',
      'one request in four is not authenticated',
      ({ authenticate }) => ({
        authenticate: (call) => (call.number % 4 === 0 ? undefined : authenticate(call)),
      }),
      often(withKey('Bearer nobody')),
    ),
  ),
  ...foundBy(
    ['requests/missing-field', 'requests/wrong-type'],
    fault(
      'one-in-four-not-validated',
      '4.2 rule 1',
      'one request in four is not validated',
      ({ validate }) => ({ validate: (call) => (call.number % 4 === 0 ? [] : validate(call)) }),
      often(askWithout('weight')),
    ),
  ),
  ...foundBy(
    ['http/valid-json', 'http/json-content-type'],
    fault(
      'one-in-eight-proxy-page',
      '4',
      'one answer in eight is the page of a proxy',
      on(every(8), () => ({
        status: 504,
        headers: { 'Content-Type': 'text/html' },
        body: {},
        raw: '<html><h1>504 Gateway Time-out</h1></html>',
      })),
      manyCategories,
    ),
  ),
  foundOnlyBy(
    'responses/no-server-error',
    fault(
      'first-requests-500',
      '7',
      'the first five requests, before the server is warm, are 500',
      on((_, call) => call.number <= 5, serverError),
      manyCategories,
    ),
  ),
  ...foundBy(
    ['auth/unknown-key', 'responses/no-server-error'],
    fault(
      'unauthorized-then-500',
      '7',
      'one request without a good key in three is 500',
      on(all(status(401), every(3)), serverError),
      often(withKey('Bearer nobody')),
    ),
  ),
];
