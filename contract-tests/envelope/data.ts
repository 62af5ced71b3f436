import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'data is an array, and empty in an error.',
  level: 'MUST',
  section: '2.1',
  sentence: 'data: array, Result objects; an empty array when there are no results and on errors.',
  expected: ['an array of results with a success', 'an empty array with an error'],
  scope: 'service',
  judge: (exchange, judging) => schemaBreaches(exchange, judging, ({ pointer }) => pointer === '/data'),
});
