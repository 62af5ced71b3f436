import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'The body of an answer keeps the schema that the document gives for its status.',
  level: 'MUST',
  section: '2',
  sentence: 'Resources and their fields.',
  expected: ['a body that the response schema of the document accepts'],
  scope: 'any',
  judge: (exchange, judging) =>
    schemaBreaches(
      exchange,
      judging,
      ({ pointer }) => !judging.stated.own || isNobodysElse(exchange.operation?.id, pointer),
    ),
});

/** The rules of envelope, categories and rates tell their own parts by name. */
function isNobodysElse(operation: string | undefined, pointer: string): boolean {
  return pointer.startsWith('/data/') && operation !== 'listCategories' && operation !== 'getShippingRates';
}
