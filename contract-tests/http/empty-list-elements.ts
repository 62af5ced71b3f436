import { withHeaders } from '../../src/conformance/cases/request.js';
import { spelledCases } from '../../src/conformance/cases/spelled-cases.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'Empty elements of a list in a header are ignored (MUST with --strict-http).',
  level: 'SHOULD',
  strictHttp: true,
  section: 'RFC 9110 5.6.1.2',
  sentence: 'A recipient MUST parse and ignore a reasonable number of empty list elements.',
  expected: ['the documented status of success'],
  appliesTo: { document: 'any' },
  cases: (planner) =>
    spelledCases(planner, [
      {
        detail: 'accept',
        title: 'with empty elements in Accept and Accept-Encoding',
        apply: (request) =>
          withHeaders(request, { Accept: ', application/json, , */*', 'Accept-Encoding': ', gzip,' }),
      },
    ]),
});
