import { withHeaders } from '../../src/conformance/cases/request.js';
import { spelledCases, type Spelling } from '../../src/conformance/cases/spelled-cases.js';
import { rule } from '../../src/conformance/rules/rule.js';

/** Each by a sentence that says what a recipient MUST do. */
const spellings: readonly Spelling[] = [
  // A server MUST accept the absolute-form in requests (RFC 9112 3.2.2).
  {
    detail: 'absolute',
    title: 'with the whole address in its first line',
    apply: (request) => ({ ...request, wire: { target: 'absolute' } }),
  },
  // A field line value has optional whitespace around it: blanks and tabs (RFC 9112 5 and RFC 9110 5.6.3).
  {
    detail: 'padded',
    title: 'with tabs and blanks before and behind the values of its headers',
    apply: (request) => ({ ...request, wire: { separator: ': \t ', padding: ' \t' } }),
  },
  // Without any, and: a recipient MUST parse and ignore a reasonable number of empty list elements (RFC 9110 5.6.1.2).
  {
    detail: 'empty-elements',
    title: 'without blanks behind the colons of its headers, and with empty elements in two of them',
    apply: (request) => ({
      ...withHeaders(request, { Accept: ', application/json, , */*', 'Accept-Encoding': ', gzip,' }),
      wire: { separator: ':' },
    }),
  },
];

export default rule({
  title: 'A request is served also as hardly a client spells it (MUST with --strict-http).',
  level: 'SHOULD',
  strictHttp: true,
  section: 'RFC 9112 3.2.2',
  sentence:
    'A server MUST accept the absolute-form in requests. (Likewise RFC 9112 5, of tabs before a value and white space behind it, and RFC 9110 5.6.1.2, of empty elements in lists.)',
  expected: ['the documented status of success'],
  appliesTo: { document: 'any' },
  cases: (planner) => spelledCases(planner, spellings),
});
