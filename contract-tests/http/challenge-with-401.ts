import { header } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A 401 says which scheme the key must use (MUST with --strict-http).',
  level: 'SHOULD',
  strictHttp: true,
  ofEveryMessage: true,
  section: 'RFC 9110 15.5.2',
  sentence: 'The server generating a 401 response MUST send a WWW-Authenticate header field.',
  expected: ['a WWW-Authenticate header, such as Bearer'],
  appliesTo: { document: 'any', status: 401 },
  check: ({ response }) => {
    return header(response, 'www-authenticate') === undefined
      ? { actual: 'no WWW-Authenticate header' }
      : 'pass';
  },
});
