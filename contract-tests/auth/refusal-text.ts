import { rule } from '../../src/conformance/rules/rule.js';
import { envelopeOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'A 401 says that the key is the problem.',
  level: 'MUST',
  section: '5 rule 3',
  sentence:
    'A missing or invalid key yields HTTP 401, ... message about an invalid key, and errors containing an authentication failure text.',
  expected: ['a message that is not empty', 'a text in errors that is not empty'],
  appliesTo: { document: 'service', status: 401 },
  check(exchange) {
    const envelope = envelopeOf(exchange);
    if (typeof envelope?.message !== 'string' || !Array.isArray(envelope.errors)) return undefined;
    if (envelope.message.trim() === '') return { actual: 'an empty message', pointer: '/message' };
    const errors = envelope.errors as unknown[];
    const blank = errors.length > 0 && errors.every((text) => typeof text === 'string' && text.trim() === '');
    return blank ? { actual: 'only empty texts in errors', pointer: '/errors' } : 'pass';
  },
});
