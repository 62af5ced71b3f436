import { isMalformed } from '../../src/conformance/cases/wire-form.js';
import { header } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';

/** IMF-fixdate (RFC 9110 5.6.7), the only form that may be sent. */
const fixedDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Clocks differ, but hardly by so much. */
const dayMs = 86_400_000;

export default rule({
  title: 'A response says when it was made (MUST with --strict-http).',
  level: 'SHOULD',
  strictHttp: true,
  section: 'RFC 9110 6.6.1',
  sentence:
    'An origin server with a clock MUST generate a Date header field in all 2xx (Successful), 3xx (Redirection), and 4xx (Client Error) responses.',
  expected: ['a Date header such as Sun, 06 Nov 1994 08:49:37 GMT', 'a time within a day of now'],
  appliesTo: { document: 'any' },
  check({ request, response }, { now }) {
    if (response.status >= 500) return undefined;
    if (isMalformed(request.wire)) return undefined;
    const date = header(response, 'date');
    if (date === undefined) return { actual: 'no Date header' };
    if (!fixedDate.test(date)) return { actual: `Date: ${date}` };
    // A response from a cache has the date when it was stored (RFC 9111 5.1).
    const isStored = header(response, 'age') !== undefined;
    const isNow = isStored || Math.abs(Date.parse(date) - now()) < dayMs;
    return isNow ? 'pass' : { actual: `Date: ${date}, more than a day from now`, kind: 'another day' };
  },
});
