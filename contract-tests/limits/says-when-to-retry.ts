import { rule } from '../../src/conformance/rules/rule.js';
import { envelopeOf } from '../../src/conformance/checks/envelope.js';

/** A number, or a time in words. */
const when =
  /\d|\b(?:an?|one|two|three|five|ten|fifteen|thirty|sixty|few|next|per|this)\s+(?:milli)?(?:second|minute|hour|day|moment)s?\b|\btomorrow\b|\bmidnight\b/i;

export default rule({
  title: 'The message of a 429 says when to retry.',
  level: 'MUST',
  section: '7 rule 3',
  sentence: 'A 429 response carries a message that says when to retry; the example message gives 60 seconds.',
  expected: ['a message with a time or a number of seconds, such as "Retry after 60 seconds"'],
  appliesTo: { document: 'service', status: 429 },
  check(exchange) {
    const message = envelopeOf(exchange)?.message;
    if (typeof message !== 'string') return undefined;
    return when.test(message)
      ? 'pass'
      : { actual: `the message ${JSON.stringify(message.slice(0, 200))}`, pointer: '/message' };
  },
});
