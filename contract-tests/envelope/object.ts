import { rule } from '../../src/conformance/rules/rule.js';
import { carriesEnvelope, envelopeOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'Every response is the envelope.',
  level: 'MUST',
  section: '2.1',
  sentence: 'Every response uses one envelope (section 2.1).',
  expected: ['a JSON object with status, message, data, errors and response_code; more fields are allowed'],
  appliesTo: { document: 'service' },
  check(exchange) {
    if (!carriesEnvelope(exchange) || !exchange.json.ok) return undefined;
    const envelope = envelopeOf(exchange);
    if (envelope === undefined) return { actual: 'the body is not a JSON object', pointer: '' };
    const present = ['status', 'message', 'data', 'errors', 'response_code'].filter(
      (name) => name in envelope,
    );
    return present.length === 0
      ? { actual: 'an object without any field of the envelope', pointer: '' }
      : 'pass';
  },
});
