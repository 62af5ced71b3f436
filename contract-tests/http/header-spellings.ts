import { spelledCases, type Spelling } from '../../src/conformance/cases/spelled-cases.js';
import type { RequestParts } from '../../src/conformance/cases/request.js';
import type { WireForm } from '../../src/conformance/cases/wire-form.js';
import { rule } from '../../src/conformance/rules/rule.js';

const spelled = (detail: string, title: string, wire: WireForm): Spelling => ({
  detail,
  title,
  apply: (request) => ({ ...request, wire }),
});

export default rule({
  title: 'Headers are read in every case, with any white space before their values.',
  level: 'MUST',
  section: 'RFC 9112 5',
  sentence:
    'Each field line consists of a case-insensitive field name followed by a colon (":"), optional leading whitespace, the field line value, and optional trailing whitespace.',
  expected: ['the documented status of success'],
  appliesTo: { document: 'any' },
  priority: 4,
  cases: (planner) =>
    spelledCases(planner, [
      spelled('joined', 'without a blank behind the colons of its headers', { separator: ':' }),
      spelled('spaced', 'with tabs and blanks before the values of its headers', { separator: ': \t ' }),
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
