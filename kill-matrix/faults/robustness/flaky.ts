/** Faults that show only now and then: in one request of several, or in the first. */
import { credential } from '../../variations/calls.js';
import { bare, serverError } from '../../variations/changes.js';
import { all, every, served, status, success } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { askRates, askWithout, listCategories, withKey } from '../../variations/requests.js';
import { hangUp, head, sendRaw } from '../../variations/sending.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const often = (step: Step): Step => ({ ...step, times: 12 });
const manyCategories = often(listCategories);
const manyRates = often(askRates());

export default faultsOf('now and then', { section: '7' })({
  'one-in-five-500': {
    title: 'one request in five is 500',
    foundBy: 'responses/no-server-error',
    apply: on(all(success, every(5)), serverError),
    witness: manyCategories,
  },
  'one-in-ten-rates-500': {
    title: 'one rate request in ten is 500',
    foundBy: 'responses/no-server-error',
    apply: on(all(served('getShippingRates'), every(10)), serverError),
    witness: manyRates,
  },
  'from-the-fiftieth-500': {
    title: 'a leak: rates are 500 from the fiftieth request on',
    foundBy: 'responses/no-server-error',
    when: all(served('getShippingRates'), (_, call) => call.number >= 50),
    change: serverError,
    witness: { ...askRates(), times: 51 },
  },
  'one-in-five-hangs-up': {
    section: '4',
    title: 'one connection in five closes without an answer',
    foundBy: 'http/answers',
    apply: hangUp(all(success, every(5))),
    witness: manyCategories,
  },
  'one-in-six-cut': {
    section: 'RFC 9112 8',
    title: 'one answer in six is cut',
    foundBy: 'http/complete-message',
    apply: sendRaw(all(success, every(6)), (wire) => [head(wire), wire.bytes.subarray(0, 40)]),
    witness: manyRates,
  },
  'one-in-four-admits-anybody': {
    section: '5 rule 3',
    title: 'one request in four with the same credential is not authenticated',
    foundBy: ['auth/missing-key', 'auth/unknown-key'],
    apply: ({ authenticate }) => {
      const count = new Map<string, number>();
      return {
        authenticate(call) {
          const number = (count.get(credential(call)) ?? 0) + 1;
          count.set(credential(call), number);
          return number % 4 === 2 ? undefined : authenticate(call);
        },
      };
    },
    witness: often(withKey('Bearer nobody')),
  },
  'one-in-four-not-validated': {
    section: '4.2 rule 1',
    title: 'one request in four is not validated',
    foundBy: ['requests/missing-field', 'requests/wrong-type'],
    apply: ({ validate }) => ({ validate: (call) => (call.number % 4 === 0 ? [] : validate(call)) }),
    witness: often(askWithout('weight')),
  },
  'one-in-eight-proxy-page': {
    section: '4',
    title: 'one answer in eight is the page of a proxy',
    foundBy: ['http/valid-json', 'http/json-content-type'],
    apply: on(
      every(8),
      bare(504, { 'Content-Type': 'text/html' }, '<html><h1>504 Gateway Time-out</h1></html>'),
    ),
  },
  'first-requests-500': {
    title: 'the fourth request, while the server gets warm, is 500',
    foundOnlyBy: 'responses/no-server-error',
    when: (_, call) => call.number === 4,
    change: serverError,
  },
  'unauthorized-then-500': {
    title: 'one request without a good key in three is 500',
    foundBy: ['auth/unknown-key', 'responses/no-server-error'],
    apply: on(all(status(401), every(3)), serverError),
  },
});
