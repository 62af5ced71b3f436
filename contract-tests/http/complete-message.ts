import { header } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A response is one complete HTTP message.',
  level: 'MUST',
  ofEveryMessage: true,
  section: '4',
  sentence:
    'Responses are JSON and use the envelope of section 2.1. (Where a response ends is what its headers say, RFC 9112 6.)',
  expected: [
    'as many bytes of body as Content-Length says, or all chunks',
    'a body in the Content-Encoding that is declared',
    'no body where HTTP allows none',
  ],
  inOtherDocuments: {
    section: 'RFC 9112 6',
    sentence:
      'The body has the length that Content-Length or the last chunk says, in the coding that Content-Encoding says.',
  },
  appliesTo: { document: 'any' },
  check({ response }) {
    if (response.wireProblems.length > 0) return response.wireProblems.map((actual) => ({ actual }));
    const coding = header(response, 'transfer-encoding');
    if (coding !== undefined && !isKnown(coding)) return { actual: `Transfer-Encoding: ${coding}` };
    // The end of a message is unknown where it was not read so far.
    return response.notRead === undefined ? 'pass' : undefined;
  },
});

/** No other transfer coding was asked for (RFC 9112 7.4); HTTP/1.1 once had identity. */
function isKnown(coding: string): boolean {
  return coding.split(',').every((one) => /^\s*(?:chunked|identity)?\s*$/i.test(one));
}
