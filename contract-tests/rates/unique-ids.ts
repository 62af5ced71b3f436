import { successOf } from '../../src/conformance/rules/applies-to.js';
import { repeatedIds } from '../../src/conformance/checks/repeated-ids.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'No two rates of an answer have one id.',
  level: 'MUST',
  section: '2.3',
  sentence: 'id: string, Unique identifier of the rate.',
  expected: ['a different id in every element of data'],
  scope: 'service',
  asks: successOf('getShippingRates'),
  judge(exchange) {
    if (exchange.operation?.id !== 'getShippingRates' || exchange.outcome.status !== 200) return undefined;
    return repeatedIds(elementsOf(exchange));
  },
});
