import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'errors is an array of texts: empty on success, with at least one text in a 400 and a 401.',
  level: 'MUST',
  section: '2.1',
  sentence: 'errors: array of strings, Error messages; an empty array when there are no errors.',
  // 7 rule 2 has a text for each problem, 5 rule 3 one about authentication; of other errors no sentence asks for one.
  expected: ['an empty array on success', 'an array of texts on errors', 'at least one in a 400 and a 401'],
  appliesTo: { document: 'service' },
  check: (exchange, context) =>
    schemaBreaches(exchange, context, ({ pointer }) => /^\/errors(\/|$)/.test(pointer)),
});
