import { rule } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';
import { repeatedIds } from '../../src/conformance/checks/repeated-ids.js';

export default rule({
  title: 'No two categories have the same id.',
  level: 'MUST',
  section: '2.2',
  sentence: 'id: integer, Unique identifier of the category.',
  expected: ['a different id in every element of data'],
  appliesTo: { document: 'service', operation: 'listCategories', status: 200 },
  check(exchange) {
    return repeatedIds(elementsOf(exchange));
  },
});
