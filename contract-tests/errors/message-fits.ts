import { rule } from '../../src/conformance/rules/rule.js';
import { envelopeOf } from '../../src/conformance/checks/envelope.js';

const success = /\b(?:ok|success|successful|successfully|succeeded)\b/i;
const negation =
  /\b(?:not|no|un\w+|fail\w*|without|error\w*|invalid|never|can't|cannot|n't|bad|denied|exceed\w*|expired|forbidden|insufficient|limit\w*|missing|must|only|reject\w*|required|too|wrong)\b/i;

/** Whole messages that say what a status of its own is for, whatever else is wrong with a request. */
const othersMeaning: readonly (readonly [status: number, message: RegExp])[] = [
  [401, /^(?:unauthori[sz]ed|(?:invalid|missing|expired|unknown) (?:api[ -]?)?key)\W*$/i],
  [403, /^(?:forbidden|access denied|(?:insufficient|missing|no) permissions?)\W*$/i],
  [404, /^(?:(?:order|resource|tracking number) )?not found\W*$/i],
  [429, /^(?:too many requests|rate limit exceeded)\W*$/i],
];

export default rule({
  title: 'The message of an error is not that of a success, and a 400 has not the message of another error.',
  level: 'MUST',
  section: '7',
  sentence:
    'An error response uses the envelope with status = false, data = empty array, errors = array of strings, message = summary text.',
  expected: ['a summary of the error', 'with "Insufficient permissions" status 403, not 400'],
  appliesTo: { document: 'service', status: 'error' },
  check(exchange) {
    const message = envelopeOf(exchange)?.message;
    if (typeof message !== 'string') return undefined;
    if (message.trim() === '') return { actual: 'an empty message', pointer: '/message', level: 'SHOULD' };
    const [other] = exchange.response.status === 400 ? meaningOf(message) : [];
    if (other !== undefined)
      return {
        actual: `status 400 with the message ${JSON.stringify(message)}, which is what ${other} is for`,
        pointer: '/message',
        kind: `the message of a ${other}`,
      };
    const wrong = success.test(message) && !negation.test(message);
    return wrong
      ? { actual: `the message ${JSON.stringify(message.slice(0, 200))}`, pointer: '/message' }
      : 'pass';
  },
});

function meaningOf(message: string): number[] {
  return othersMeaning.filter(([, pattern]) => pattern.test(message.trim())).map(([status]) => status);
}
