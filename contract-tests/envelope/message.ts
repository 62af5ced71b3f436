import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'message is a text.',
  level: 'MUST',
  section: '2.1',
  sentence: 'message: string, Human-readable message; may be empty.',
  expected: ['a text, empty or not'],
  scope: 'service',
  judge: (exchange, judging) => schemaBreaches(exchange, judging, ({ pointer }) => pointer === '/message'),
});
