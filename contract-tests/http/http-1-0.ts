import { spelledCases } from '../../src/conformance/cases/spelled-cases.js';
import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import { header } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A client of HTTP/1.0 gets a response that it can read (MUST with --strict-http).',
  level: 'SHOULD',
  strictHttp: true,
  section: 'RFC 9112 6.1',
  sentence:
    'A server MUST NOT send a response containing Transfer-Encoding unless the corresponding request indicates HTTP/1.1 (or later minor revisions).',
  expected: ['the documented status of success, without Transfer-Encoding', 'status 426 or 505'],
  appliesTo: { document: 'any' },
  priority: 4,
  cases: (planner) =>
    spelledCases(
      planner,
      [
        {
          detail: 'plain',
          title: 'of HTTP/1.0, as reverse proxies send it',
          apply: (request) => ({ ...request, wire: { version: '1.0' } }),
        },
      ],
      [426, 505],
    ),
  check(exchange) {
    const coding = header(exchange.response, 'transfer-encoding');
    return coding === undefined ? acceptedStatus(exchange) : { actual: `Transfer-Encoding: ${coding}` };
  },
});
