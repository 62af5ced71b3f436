import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'status says whether the request succeeded.',
  level: 'MUST',
  section: '2.1',
  sentence: 'status: boolean, true when the request succeeded, false otherwise.',
  expected: ['true with a success, false with an error; a boolean'],
  scope: 'service',
  judge: (exchange, judging) => schemaBreaches(exchange, judging, ({ pointer }) => pointer === '/status'),
});
