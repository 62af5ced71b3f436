import { header } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'Retry-After is a number of seconds or a date (MUST with --strict-http).',
  level: 'SHOULD',
  strictHttp: true,
  section: 'RFC 9110 10.2.3',
  sentence: 'Retry-After = HTTP-date / delay-seconds.',
  expected: ['no Retry-After', 'Retry-After with a whole number of seconds, or an HTTP date'],
  appliesTo: { document: 'any', status: 429 },
  check({ response }) {
    const value = header(response, 'retry-after');
    if (value === undefined) return undefined;
    const valid = /^\d+$/.test(value.trim()) || /^[A-Z][a-z]{2,8}, .*\d{2}:\d{2}:\d{2}/.test(value);
    return valid ? 'pass' : { actual: `Retry-After: ${value}` };
  },
});
