import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'errors is an array of texts: none in a success, at least one in an error.',
  level: 'MUST',
  section: '2.1',
  sentence: 'errors: array of strings, Error messages; an empty array when there are no errors.',
  expected: ['an empty array with a success', 'an array of at least one text with an error'],
  scope: 'service',
  judge: (exchange, judging) =>
    schemaBreaches(exchange, judging, ({ pointer }) => /^\/errors(\/|$)/.test(pointer)),
});
