import { rule } from '../../src/conformance/rules/rule.js';
import { envelopeOf } from '../../src/conformance/checks/envelope.js';

const success = /\b(?:ok|success|successful|successfully|succeeded)\b/i;
const negation =
  /\b(?:not|no|un\w+|fail\w*|without|error\w*|invalid|never|can't|cannot|n't|bad|denied|exceed\w*|expired|forbidden|missing|must|only|reject\w*|required|too|wrong)\b/i;

export default rule({
  title: 'The message of an error does not say that it succeeded.',
  level: 'MUST',
  section: '7',
  sentence:
    'An error response uses the envelope with status = false, data = empty array, errors = array of strings, message = summary text.',
  expected: ['a summary of the error'],
  appliesTo: { document: 'service', status: 'error' },
  check(exchange) {
    const message = envelopeOf(exchange)?.message;
    if (typeof message !== 'string') return undefined;
    if (message.trim() === '') return { actual: 'an empty message', pointer: '/message', level: 'SHOULD' };
    const wrong = success.test(message) && !negation.test(message);
    return wrong
      ? { actual: `the message ${JSON.stringify(message.slice(0, 200))}`, pointer: '/message' }
      : 'pass';
  },
});
