import { rule } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'All rates of a response carry the same request_id.',
  level: 'MUST',
  section: '2.3',
  sentence: 'request_id: string, Identifier of the request.',
  expected: ['the same request_id, not empty, in every element of data'],
  appliesTo: { document: 'service', operation: 'getShippingRates', status: 200 },
  check(exchange) {
    const ids = elementsOf(exchange).map(({ request_id: id }) => id);
    if (ids.includes(''))
      return { actual: 'an empty request_id', pointer: `/data/${ids.indexOf('')}/request_id` };
    const other = ids.findIndex((id) => id !== ids[0]);
    return other === -1
      ? 'pass'
      : { actual: 'another request_id than in the first element', pointer: `/data/${other}/request_id` };
  },
});
