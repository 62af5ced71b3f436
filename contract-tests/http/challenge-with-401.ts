import { rule } from '../../src/conformance/rules/rule.js';

/** A scheme and its parameters, as of the first challenge (RFC 9110 11.6.1). */
const challenge =
  /^[\s,]*[\w!#$%&'*+.^`|~-]+(?:\s*$|\s*,|\s+(?:[\w!#$%&'*+.^`|~-]+\s*=|[\w.~+/-]+=*\s*(?:,|$)))/;

export default rule({
  title: 'A 401 says which scheme the key must use (MUST with --strict-http).',
  level: 'SHOULD',
  strictHttp: true,
  ofEveryMessage: true,
  section: 'RFC 9110 15.5.2',
  sentence: 'The server generating a 401 response MUST send a WWW-Authenticate header field.',
  expected: ['a WWW-Authenticate header with the scheme, such as Bearer'],
  appliesTo: { document: 'any', status: 401 },
  check({ response }, { stated }) {
    const challenges = response.headers.filter(([name]) => name.toLowerCase() === 'www-authenticate');
    if (challenges.length === 0) return { actual: 'no WWW-Authenticate header' };
    const value = challenges.map(([, text]) => text).join(', ');
    const actual = `WWW-Authenticate: ${value}`;
    if (!challenge.test(value)) return { actual: `${actual}, which names no scheme`, kind: 'no scheme' };
    // Another document may have any scheme.
    const isRight = !stated.own || /(?:^|,\s*)bearer(?:\s|,|$)/i.test(value);
    return isRight ? 'pass' : { actual: `${actual}, where the key follows Bearer`, kind: 'another scheme' };
  },
});
