import { readingOperations } from '../../src/conformance/cases/spelled-cases.js';
import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'OPTIONS, as a browser sends it, does no harm.',
  level: 'SHOULD',
  section: 'RFC 9110 9.3.7',
  sentence:
    'The OPTIONS method requests information about the communication options available for the target resource.',
  expected: ['a success', 'a rejection, where OPTIONS is not supported'],
  appliesTo: { document: 'any' },
  priority: 6,
  cases: (planner) =>
    readingOperations(planner).map((operation) => ({
      detail: 'preflight',
      title: `OPTIONS ${operation.path}, as a browser asks before another request`,
      operation,
      request: {
        method: 'OPTIONS',
        path: planner.requestWithoutKey(operation).path,
        headers: withHeaders(planner.requestWithoutKey(operation), {
          Origin: 'https://drydock.invalid',
          'Access-Control-Request-Method': operation.method.toUpperCase(),
          'Access-Control-Request-Headers': 'authorization, content-type',
          'Content-Type': undefined,
        }).headers,
      },
      accept: [200, 204, 401, 403, 404, 405, 501],
      // Calls by a browser on another origin are neither allowed nor forbidden.
      responseLevel: 'SHOULD' as const,
    })),
  check: ({ response: { status } }) =>
    status < 500 || status === 501 ? 'pass' : { actual: `status ${status}` },
});
