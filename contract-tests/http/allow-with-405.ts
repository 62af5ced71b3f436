import { header } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';

/** A token of HTTP (RFC 9110 5.6.2). */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

export default rule({
  title: 'A 405 lists the allowed methods, without the rejected one (MUST with --strict-http).',
  level: 'SHOULD',
  strictHttp: true,
  ofEveryMessage: true,
  section: 'RFC 9110 15.5.6',
  sentence: 'The origin server MUST generate an Allow header field in a 405 response.',
  expected: ['an Allow header that lists methods, the documented one among them, without the rejected one'],
  appliesTo: { document: 'any', status: 405 },
  check({ response, request }, { stated }) {
    const allow = header(response, 'allow');
    if (allow === undefined) return { actual: 'no Allow header' };
    const methods = allow
      .split(',')
      .map((method) => method.trim())
      .filter((method) => method !== '');
    if (methods.some((method) => !token.test(method)))
      return { actual: `Allow: ${allow}, which is no list of methods`, kind: 'no list of methods' };
    if (methods.includes(request.method))
      return { actual: `Allow: ${allow}, although ${request.method} was rejected` };
    // Another document may name paths that lead elsewhere.
    const documented = !stated.own
      ? []
      : stated.operationsAt(request.path).map(({ method }) => method.toUpperCase());
    const isDocumented = documented.length === 0 || documented.some((method) => methods.includes(method));
    return isDocumented
      ? 'pass'
      : {
          actual: `Allow: ${allow}, without ${documented.join(' and ')}`,
          kind: 'without the documented one',
        };
  },
});
