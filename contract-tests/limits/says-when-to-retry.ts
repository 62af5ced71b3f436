import { rule } from '../../src/conformance/rules/rule.js';
import { withoutWindows } from '../../src/conformance/target/requested-wait.js';
import { envelopeOf } from '../../src/conformance/checks/envelope.js';

const units =
  /(?:ms|milli\p{L}+|[smhd]|secs?|seconds?|mins?|minutes?|hours?|hrs?|days?|s[eé][ckg]\p{L}*|min\p{L}*|stund\p{L}*|hor[ae]s?|heures?|ore|tag\p{L}*|saniye|dakika|saat|jam|menit|detik)/u;

/** A number of seconds, minutes and so on; not one below zero. */
const wait = new RegExp(String.raw`(?<![-−.\d])\d+(?:[.,]\d+)?\s*(?:-\s*)?${units.source}(?!\p{L})`, 'iu');
/** A number behind a word for what the client should do, whose unit goes without saying. */
const afterVerb =
  /(?:retry|again|wait|after|nach|warten|dans|attendre|attend\p{L}*|en|espere|tra|aguarde|in)[\s:=]{1,3}\d+(?![\d%]|\s*(?:requests?|calls?|times?|of)\b)/iu;
const clock =
  /\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const words =
  /\b(?:an?|one|two|three|five|ten|fifteen|thirty|sixty|few|next|this)\s+(?:milli)?(?:second|minute|hour|day|moment)s?\b|\btomorrow\b|\bmidnight\b/i;
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
    return saysWhen(message)
      ? 'pass'
      : { actual: `the message ${JSON.stringify(message.slice(0, 200))}`, pointer: '/message' };
  },
});

function saysWhen(message: string): boolean {
  const text = withoutWindows(message);
  // The words of other scripts can't be told apart here.
  if (/[^\p{Script=Latin}\p{Script=Common}]/u.test(text)) return /\p{N}/u.test(text);
  return [wait, afterVerb, clock, words].some((pattern) => pattern.test(text));
}
