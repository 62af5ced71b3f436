import { spelledCases } from '../../src/conformance/cases/spelled-cases.js';
import type { RequestParts } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'Headers are read in every case of letters.',
  level: 'MUST',
  section: '4',
  sentence:
    'All requests carry the Authorization header (section 5). Request bodies are JSON with Content-Type: application/json. (Field names are case-insensitive, RFC 9112 5.)',
  expected: ['the documented status of success'],
  inOtherDocuments: {
    section: 'RFC 9112 5',
    sentence:
      'Each field line consists of a case-insensitive field name followed by a colon (":"), optional leading whitespace, the field line value, and optional trailing whitespace.',
  },
  appliesTo: { document: 'any' },
  priority: 4,
  cases: (planner) =>
    spelledCases(planner, [
      {
        detail: 'lower',
        title: 'with the names of its headers in small letters',
        apply: (request) => ({
          ...renamed(request, (name) => name.toLowerCase()),
          wire: { names: 'lower' },
        }),
      },
      {
        detail: 'upper',
        title: 'with the names of its headers in capitals',
        apply: (request) => renamed(request, (name) => name.toUpperCase()),
      },
    ]),
});

/** But for Authorization, which has a rule of its own. */
function renamed(request: RequestParts, rename: (name: string) => string): RequestParts {
  const headers = Object.entries(request.headers).map(
    ([name, value]) => [name === 'Authorization' ? name : rename(name), value] as const,
  );
  return { ...request, headers: Object.fromEntries(headers) };
}
