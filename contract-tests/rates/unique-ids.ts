import { repeatedIds } from '../../src/conformance/checks/repeated-ids.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'No two rates of a response have the same id.',
  level: 'MUST',
  section: '2.3',
  sentence: 'id: string, Unique identifier of the rate.',
  expected: ['a different id in every element of data'],
  appliesTo: { document: 'service', operation: 'getShippingRates', status: 200 },
  check(exchange) {
    return repeatedIds(elementsOf(exchange));
  },
});
