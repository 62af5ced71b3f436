import { spelledCases } from '../../src/conformance/cases/spelled-cases.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A request with its whole address is served (MUST with --strict-http).',
  level: 'SHOULD',
  strictHttp: true,
  section: 'RFC 9112 3.2.2',
  sentence: 'A server MUST accept the absolute-form in requests.',
  expected: ['the documented status of success'],
  appliesTo: { document: 'any' },
  cases: (planner) =>
    spelledCases(planner, [
      {
        detail: 'absolute',
        title: 'with the whole address in its first line',
        apply: (request) => ({ ...request, wire: { target: 'absolute' } }),
      },
    ]),
});
