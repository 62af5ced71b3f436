import { rule } from '../../src/conformance/rules/rule.js';
import { envelopeOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'Every string in errors says something.',
  level: 'MUST',
  section: '2.1',
  sentence: 'errors: array of strings, Error messages.',
  expected: ['strings that are not empty'],
  appliesTo: { document: 'service', status: 'error' },
  check(exchange) {
    const errors = envelopeOf(exchange)?.errors;
    if (!Array.isArray(errors)) return undefined;
    const blank = errors.findIndex((text) => typeof text === 'string' && text.trim() === '');
    return blank === -1 ? 'pass' : { actual: 'an empty text', pointer: `/errors/${blank}` };
  },
});
