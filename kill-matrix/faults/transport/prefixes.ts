/** Operations below the prefix of the version (section 9), where a server has them there and at the base address too. */
import { BASE_PATH } from '../../reference-server/read-call.js';
import type { Operation } from '../../reference-server/stages.js';
import { htmlPage, list as listed } from '../../variations/changes.js';
import { all, status } from '../../variations/conditions.js';
import { credential } from '../../variations/calls.js';
import { admit, on } from '../../variations/differences.js';
import { askRates } from '../../variations/requests.js';
import { type Apply, faultsOf, type Step } from '../../variations/variation.js';

const prefixed: Readonly<Record<string, readonly [method: string, operation: Operation]>> = {
  [`${BASE_PATH}/categories`]: ['GET', 'listCategories'],
  [`${BASE_PATH}/get-shipping-rates`]: ['POST', 'getShippingRates'],
};

/** Serves these operations below the prefix as well. */
const below =
  (...operations: readonly Operation[]): Apply =>
  ({ decide }) => ({
    decide(call) {
      const [method, operation] = prefixed[call.path] ?? [];
      if (operation === undefined || method !== call.method || !operations.includes(operation))
        return decide(call);
      return decide({ ...call, path: call.path.slice(BASE_PATH.length), operation, allowed: [method] });
    },
  });
const list: Step = { method: 'GET', path: `${BASE_PATH}/categories` };

export default faultsOf('prefix', { section: '9' })({
  'prefix-without-rates': {
    title: 'below the prefix are the categories and no rates',
    foundOnlyBy: 'routing/prefix',
    apply: below('listCategories'),
    witness: list,
  },
  'prefix-with-an-older-list': {
    title: 'below the prefix the list of categories lacks the last two',
    foundOnlyBy: 'routing/prefix',
    apply: [
      below('listCategories', 'getShippingRates'),
      on(
        (answer, { target }) => answer.status === 200 && target.includes(`${BASE_PATH.repeat(2)}/categories`),
        listed((all) => all.slice(0, -2)),
      ),
    ],
    witness: list,
  },
  'prefix-without-checks': {
    title: 'below the prefix no body is checked',
    foundOnlyBy: 'routing/prefix',
    apply: [
      below('listCategories', 'getShippingRates'),
      ({ validate }) => ({
        validate: (call) => (call.target.includes(BASE_PATH.repeat(2)) ? [] : validate(call)),
      }),
    ],
    witness: { ...askRates({}), path: `${BASE_PATH}/get-shipping-rates` },
  },
  'prefix-without-key': {
    section: '5 rule 1',
    title: 'below the prefix nobody asks for a key',
    foundOnlyBy: 'auth/side-doors',
    apply: [
      below('listCategories', 'getShippingRates'),
      admit((call) => credential(call) === '' && call.target.includes(BASE_PATH.repeat(2))),
    ],
    witness: { ...list, headers: { Authorization: null } },
  },
  'prefix-unknown-path-page': {
    section: '2.1',
    title: 'an unknown path below the prefix is an HTML page',
    foundBy: ['http/json-content-type', 'http/valid-json'],
    when: all(status(404), (_, { path }) => path.startsWith(BASE_PATH)),
    change: htmlPage(404, 'Not Found'),
    witness: { method: 'GET', path: `${BASE_PATH}/nothing-here` },
  },
});
