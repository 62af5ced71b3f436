import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'status says whether the request succeeded.',
  level: 'MUST',
  section: '2.1',
  sentence: 'status: boolean, true when the request succeeded, false otherwise.',
  expected: ['the boolean true on success, false on errors'],
  appliesTo: { document: 'service' },
  check: (exchange, context) => schemaBreaches(exchange, context, ({ pointer }) => pointer === '/status'),
});
