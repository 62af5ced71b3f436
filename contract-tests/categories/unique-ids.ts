import { successOf } from '../../src/conformance/rules/applies-to.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';
import { repeatedIds } from '../../src/conformance/checks/repeated-ids.js';

export default rule({
  title: 'No two categories have one id.',
  level: 'MUST',
  section: '2.2',
  sentence: 'id: integer, Unique identifier of the category.',
  expected: ['a different id in every element of data'],
  scope: 'service',
  asks: successOf('listCategories'),
  judge(exchange) {
    if (exchange.operation?.id !== 'listCategories' || exchange.outcome.status !== 200) return undefined;
    return repeatedIds(elementsOf(exchange));
  },
});
