import { rule } from '../../src/conformance/rules/rule.js';
import { envelopeOf } from '../../src/conformance/checks/envelope.js';

/** Texts that programs print for a missing value. */
const nothing = /^(?:undefined|null|none|nil|nan|\[object \w+\])$/i;

export default rule({
  title: 'Every string in errors says something.',
  level: 'MUST',
  section: '2.1',
  sentence: 'errors: array of strings, Error messages.',
  expected: ['strings that are not empty, nor what programs print for nothing'],
  appliesTo: { document: 'service', status: 'error' },
  check(exchange) {
    const errors = envelopeOf(exchange)?.errors;
    if (!Array.isArray(errors)) return undefined;
    const blank = errors.findIndex((text) => typeof text === 'string' && text.trim() === '');
    if (blank !== -1) return { actual: 'an empty text', pointer: `/errors/${blank}` };
    const idle = errors.findIndex((text) => typeof text === 'string' && nothing.test(text.trim()));
    if (idle === -1) return 'pass';
    return { actual: `the text ${JSON.stringify(errors[idle])}`, pointer: `/errors/${idle}` };
  },
});
