import { isJsonMediaType, jsonMediaType, responseFor } from '../../src/contract/operations.js';
import { header } from '../../src/conformance/target/exchange.js';
import type { AnsweredExchange } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { carriesEnvelope } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'Answers are sent as JSON.',
  level: 'MUST',
  section: '4',
  sentence: 'Responses are JSON and use the envelope of section 2.1.',
  expected: [
    'Content-Type: application/json, with or without parameters',
    'another media type of JSON (+json)',
  ],
  scope: 'any',
  judge(exchange, { stated }) {
    if (!carriesEnvelope(exchange) || !(stated.own || documentsJson(exchange))) return undefined;
    const type = header(exchange.outcome, 'content-type');
    if (type === undefined) return { actual: 'no Content-Type' };
    return isJsonMediaType(type) ? 'kept' : { actual: `Content-Type: ${type}` };
  },
});

function documentsJson({ operation, outcome }: AnsweredExchange): boolean {
  const response = operation && responseFor(operation, outcome.status);
  return jsonMediaType(response?.value.content) !== undefined;
}
