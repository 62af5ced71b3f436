import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'errors is an array of texts: empty on success, with at least one text on errors.',
  level: 'MUST',
  section: '2.1',
  sentence: 'errors: array of strings, Error messages; an empty array when there are no errors.',
  expected: ['an empty array on success', 'an array of at least one text on errors'],
  appliesTo: { document: 'service' },
  check: (exchange, context) =>
    schemaBreaches(exchange, context, ({ pointer }) => /^\/errors(\/|$)/.test(pointer)),
});
