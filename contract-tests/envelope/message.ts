import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'message is a text.',
  level: 'MUST',
  section: '2.1',
  sentence: 'message: string, Human-readable message; may be empty.',
  expected: ['a text, empty or not'],
  appliesTo: { document: 'service' },
  check: (exchange, context) => schemaBreaches(exchange, context, ({ pointer }) => pointer === '/message'),
});
