import { header } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A 405 lists the allowed methods, without the rejected one (MUST with --strict-http).',
  level: 'SHOULD',
  strictHttp: true,
  ofEveryMessage: true,
  section: 'RFC 9110 15.5.6',
  sentence: 'The origin server MUST generate an Allow header field in a 405 response.',
  expected: ['an Allow header that lists methods, without the rejected one'],
  appliesTo: { document: 'any', status: 405 },
  check({ response, request }) {
    const allow = header(response, 'allow');
    if (allow === undefined) return { actual: 'no Allow header' };
    const methods = allow.split(',').map((method) => method.trim().toUpperCase());
    return methods.includes(request.method)
      ? { actual: `Allow: ${allow}, although ${request.method} was rejected` }
      : 'pass';
  },
});
