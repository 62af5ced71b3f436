import { header } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'Retry-After is a number of seconds or a date.',
  level: 'MUST',
  section: 'RFC 9110 10.2.3',
  sentence: 'Retry-After = HTTP-date / delay-seconds.',
  expected: ['no Retry-After', 'Retry-After with a whole number of seconds, or an HTTP date'],
  scope: 'any',
  judge({ outcome }) {
    const value = header(outcome, 'retry-after');
    if (outcome.status !== 429 || value === undefined) return undefined;
    const valid = /^\d+$/.test(value.trim()) || /^[A-Z][a-z]{2,8}, .*\d{2}:\d{2}:\d{2}/.test(value);
    return valid ? 'kept' : { actual: `Retry-After: ${value}` };
  },
});
