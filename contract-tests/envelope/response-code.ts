import { rule } from '../../src/conformance/rules/rule.js';
import { kindOf, shownWithKind } from '../../src/conformance/checks/shown-with-kind.js';
import { carriesEnvelope, envelopeOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'response_code is the HTTP status as text.',
  level: 'MUST',
  section: '7 rule 1',
  sentence: 'The response_code string equals the HTTP status code as text.',
  expected: ['the three digits of the HTTP status, as a text'],
  appliesTo: { document: 'service' },
  check(exchange) {
    const envelope = envelopeOf(exchange);
    if (!carriesEnvelope(exchange) || envelope === undefined) return undefined;
    const { status } = exchange.response;
    if (envelope.response_code === String(status)) return 'pass';
    return {
      actual: `response_code is ${shownWithKind(envelope.response_code)} in a response with status ${status}`,
      pointer: '/response_code',
      expected: [shownWithKind(String(status))],
      kind: `got ${kindOf(envelope.response_code)}`,
    };
  },
});
