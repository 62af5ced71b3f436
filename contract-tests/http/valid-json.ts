import { isJsonMediaType } from '../../src/contract/operations.js';
import { header } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { carriesEnvelope } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'The body of a response is one JSON text in UTF-8.',
  level: 'MUST',
  section: '4',
  sentence: 'Responses are JSON and use the envelope of section 2.1.',
  expected: ['one JSON value (RFC 8259), in UTF-8 without a byte order mark, and nothing after it'],
  inOtherDocuments: {
    section: 'RFC 8259 8.1',
    sentence:
      'JSON text exchanged between systems that are not part of a closed ecosystem MUST be encoded using UTF-8.',
  },
  appliesTo: { document: 'any' },
  check(exchange, { stated }) {
    const { response, json } = exchange;
    const claimsJson = isJsonMediaType(header(response, 'content-type') ?? '');
    if (!carriesEnvelope(exchange) || !(stated.own || claimsJson)) return undefined;
    if (json.ok) return 'pass';
    const declared = header(response, 'content-length');
    const isCut =
      Number(declared) === response.body.length && /unterminated|unexpected end/i.test(json.problem);
    if (!isCut) return { actual: json.problem };
    return {
      actual: `the body ends after ${declared} bytes, exactly where Content-Length says, in the middle of its JSON`,
      kind: 'cut by Content-Length',
    };
  },
});
