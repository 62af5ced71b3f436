import { rule } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'A category is not updated before it is created.',
  level: 'SHOULD',
  section: '2.2',
  sentence: 'created_at: Timestamp of creation; updated_at: Timestamp of the last update.',
  expected: ['updated_at at or after created_at'],
  appliesTo: { document: 'service', operation: 'listCategories', status: 200 },
  check(exchange) {
    const index = elementsOf(exchange).findIndex(
      ({ created_at, updated_at }) => Date.parse(String(updated_at)) < Date.parse(String(created_at)),
    );
    return index === -1
      ? 'pass'
      : { actual: 'updated_at before created_at', pointer: `/data/${index}/updated_at` };
  },
});
