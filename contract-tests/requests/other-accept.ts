import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'Whatever a client would rather have, it gets JSON or is told that there is nothing else.',
  level: 'MUST',
  section: '4',
  sentence: 'Responses are JSON and use the envelope of section 2.1.',
  expected: ['status 200, as JSON', 'status 406'],
  scope: 'service',
  priority: 4,
  cases: (planner) =>
    planner.operations
      .filter((operation) => planner.stated.levelOf(operation) === 'MUST')
      .flatMap((operation) =>
        ['application/xml', 'text/csv'].map((type) => ({
          detail: type,
          title: `a valid request that asks for ${type}`,
          operation,
          request: withHeaders(planner.request(operation), { Accept: type }),
          accept: [...planner.successes(operation), 406],
        })),
      ),
});
