import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A client that asks for another format gets JSON or a 406.',
  level: 'MUST',
  section: '4',
  sentence: 'Responses are JSON and use the envelope of section 2.1.',
  expected: ['status 200, as JSON', 'status 406'],
  appliesTo: { document: 'service' },
  priority: 4,
  cases: (planner) =>
    planner.statedOperations.flatMap((operation) =>
      ['application/xml', 'text/csv'].map((type) => ({
        detail: type,
        title: `a valid request that asks for ${type}`,
        operation,
        request: withHeaders(planner.request(operation), { Accept: type }),
        accept: [...planner.successStatuses(operation), 406],
      })),
    ),
});
