import { successOf } from '../../src/conformance/rules/applies-to.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'All rates of an answer carry the id of one request.',
  level: 'MUST',
  section: '2.3',
  sentence: 'request_id: string, Identifier of the request.',
  expected: ['the same request_id, not empty, in every element of data'],
  scope: 'service',
  asks: successOf('getShippingRates'),
  judge(exchange) {
    if (exchange.operation?.id !== 'getShippingRates' || exchange.outcome.status !== 200) return undefined;
    const ids = elementsOf(exchange).map(({ request_id: id }) => id);
    if (ids.includes(''))
      return { actual: 'an empty request_id', pointer: `/data/${ids.indexOf('')}/request_id` };
    const other = ids.findIndex((id) => id !== ids[0]);
    return other === -1
      ? 'kept'
      : { actual: 'another request_id than in the first element', pointer: `/data/${other}/request_id` };
  },
});
