import { rule, type Breach } from '../../src/conformance/rules/rule.js';
import { envelopeOf } from '../../src/conformance/checks/envelope.js';
import { shown } from '../../src/contract/validation/problem-text.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'data is an array, and empty in an error response.',
  level: 'MUST',
  section: '2.1',
  sentence: 'data: array, Result objects; an empty array when there are no results and on errors.',
  expected: ['an array of results on success', 'an empty array on errors'],
  appliesTo: { document: 'service' },
  check(exchange, context) {
    const found = schemaBreaches(exchange, context, ({ pointer }) => pointer === '/data');
    const data = envelopeOf(exchange)?.data;
    if (data === undefined || Array.isArray(data)) return found;
    // Every response has the envelope, also those of which the document assumes the rest.
    if (Array.isArray(found)) return (found as Breach[]).map(({ level: _assumed, ...breach }) => breach);
    return { actual: `data must be an array, got ${shown(data)}`, pointer: '/data' };
  },
});
