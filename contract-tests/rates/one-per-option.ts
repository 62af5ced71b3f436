import { rule } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'Every courier option is listed once.',
  level: 'MUST',
  section: '4.2 rule 2',
  sentence: 'On success, data holds one element per courier option.',
  expected: ['no two elements that differ only in their ids'],
  appliesTo: { document: 'service', operation: 'getShippingRates', status: 200 },
  check(exchange) {
    const options = elementsOf(exchange).map(({ id: _id, ...option }) => JSON.stringify(option));
    const again = options.findIndex(
      (option, index) => options.indexOf(option) < index && option.length > 100,
    );
    return again === -1 ? 'pass' : { actual: 'the same option again', pointer: `/data/${again}` };
  },
});
