import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A response is one complete HTTP message.',
  level: 'MUST',
  ofEveryMessage: true,
  section: 'RFC 9112 6',
  sentence:
    'The body has the length that Content-Length or the last chunk says, in the coding that Content-Encoding says.',
  expected: [
    'as many bytes of body as Content-Length says, or all chunks',
    'a body in the Content-Encoding that is declared',
    'no body where HTTP allows none',
  ],
  appliesTo: { document: 'any' },
  check({ response }) {
    if (response.wireProblems.length > 0) return response.wireProblems.map((actual) => ({ actual }));
    // How a message ends is unknown where it was not read to its end.
    return response.notRead === undefined ? 'pass' : undefined;
  },
});
