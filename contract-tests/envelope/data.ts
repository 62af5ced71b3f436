import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'data is an array, and empty in an error response.',
  level: 'MUST',
  section: '2.1',
  sentence: 'data: array, Result objects; an empty array when there are no results and on errors.',
  expected: ['an array of results on success', 'an empty array on errors'],
  appliesTo: { document: 'service' },
  check: (exchange, context) => schemaBreaches(exchange, context, ({ pointer }) => pointer === '/data'),
});
