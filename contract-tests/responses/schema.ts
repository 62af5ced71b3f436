import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'The body of a response matches the schema that the document has for its status.',
  level: 'MUST',
  section: '2',
  sentence: 'Resources and their fields.',
  expected: ['a body that the response schema of the document accepts'],
  inOtherDocuments: {
    quotes: 'responses',
  },
  appliesTo: { document: 'any' },
  check: (exchange, context) =>
    schemaBreaches(
      exchange,
      context,
      ({ pointer }) => !context.stated.own || !hasOwnRule(exchange.operation?.id, pointer),
    ),
});

/** The rules of envelope, categories and rates report their own parts of a response of this service. */
function hasOwnRule(operation: string | undefined, pointer: string): boolean {
  return !pointer.startsWith('/data/') || operation === 'listCategories' || operation === 'getShippingRates';
}
