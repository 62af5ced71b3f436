import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A valid JSON body without the right Content-Type is served or rejected properly.',
  level: 'MUST',
  section: '4',
  sentence: 'Request bodies are JSON with Content-Type: application/json.',
  expected: ['status 200', 'status 400 or 415'],
  inOtherDocuments: {
    expected: ['a documented status of success', 'a rejection, such as 400 or 415'],
    quotes: 'requestBody',
  },
  appliesTo: { document: 'any' },
  priority: 4,
  cases: (planner) =>
    planner.withBody.flatMap((operation) =>
      [undefined, 'text/plain', 'application/octet-stream'].map((type) => ({
        detail: type ?? 'none',
        title: type === undefined ? 'a JSON body without Content-Type' : `a JSON body as ${type}`,
        operation,
        request: withHeaders(planner.request(operation), { 'Content-Type': type }),
        accept: [...planner.successStatuses(operation), ...planner.rejectionStatuses, 415],
      })),
    ),
});
