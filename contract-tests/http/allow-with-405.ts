import { answeredWith } from '../../src/conformance/rules/applies-to.js';
import { header } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A 405 says which methods are allowed, and not the one that it refuses.',
  level: 'MUST',
  section: 'RFC 9110 15.5.6',
  sentence: 'The origin server MUST generate an Allow header field in a 405 response.',
  expected: ['an Allow header that lists methods, without the one that was refused'],
  scope: 'any',
  asks: answeredWith(405),
  judge({ outcome, request }) {
    if (outcome.status !== 405) return undefined;
    const allow = header(outcome, 'allow');
    if (allow === undefined) return { actual: 'no Allow header', level: 'SHOULD' };
    const methods = allow.split(',').map((method) => method.trim().toUpperCase());
    return methods.includes(request.method)
      ? { actual: `Allow: ${allow}, after ${request.method} was refused` }
      : 'kept';
  },
});
