import { header } from '../../src/conformance/target/exchange.js';
import { textsOf, timesInText } from '../../src/conformance/target/requested-wait.js';
import { rule } from '../../src/conformance/rules/rule.js';

/** Clocks that count whole seconds may be almost two behind each other. */
const toleranceMs = 2000;

export default rule({
  title: 'The message of a 429 names no shorter wait than its headers.',
  level: 'MUST',
  section: '7 rule 3',
  sentence: 'A 429 response carries a message that says when to retry; the example message gives 60 seconds.',
  expected: [
    'the same wait in the message and in Retry-After',
    'no wait that ends before the quota is reset',
  ],
  appliesTo: { document: 'service', status: 429 },
  check({ response }) {
    const byHeader = retryAfter(response);
    const texts = textsOf(response);
    const named = timesInText(texts.join(' \n '));
    const [first = 0] = texts
      .map(timesInText)
      .filter((times) => times.length > 0)
      .map((times) => Math.max(...times));
    if (byHeader === undefined || named.length === 0) return undefined;
    const longest = Math.max(...named);
    // Who waits for no time at all is refused again, however clocks count.
    if (longest < byHeader - toleranceMs || (first === 0 && byHeader > 0))
      return {
        actual: `${inSeconds(Math.min(first, longest))} in the message, and Retry-After: ${inSeconds(byHeader)}`,
        pointer: '/message',
        kind: 'a shorter wait in the message',
      };
    const shortest = Math.min(...named);
    // Whoever waits too long is served as well.
    if (shortest > byHeader + toleranceMs)
      return {
        actual: `${inSeconds(shortest)} in the message, and Retry-After: ${inSeconds(byHeader)}`,
        pointer: '/message',
        kind: 'a longer wait in the message',
        level: 'SHOULD',
      };
    const reset = untilReset(response);
    return reset !== undefined && byHeader < reset - toleranceMs
      ? {
          actual: `Retry-After: ${inSeconds(byHeader)}, and a spent quota that is reset in ${inSeconds(reset)}`,
          level: 'SHOULD',
        }
      : 'pass';
  },
});

type Response = Parameters<typeof header>[0];

/** Milliseconds; a date counts from the time of the response. */
function retryAfter(response: Response): number | undefined {
  const value = header(response, 'retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const [until, sentAt] = [Date.parse(value), Date.parse(header(response, 'date') ?? '')];
  return /[a-z]{3}/i.test(value) && until >= sentAt ? until - sentAt : undefined;
}

/** Milliseconds until a quota of which nothing remains is whole again, by either form of the IETF's RateLimit headers. */
function untilReset(response: Response): number | undefined {
  const resets = (header(response, 'ratelimit') ?? '')
    .split(',')
    .filter((quota) => /;\s*r=0\b/.test(quota))
    .flatMap((quota) => /;\s*t=(\d{1,9})/.exec(quota)?.[1] ?? []);
  const plain =
    header(response, 'ratelimit-remaining')?.trim() === '0' ? header(response, 'ratelimit-reset') : '';
  const all = [...resets, /^\s*(\d{1,9})\s*$/.exec(plain ?? '')?.[1] ?? []].flat().map(Number);
  return all.length === 0 ? undefined : Math.max(...all) * 1000;
}

function inSeconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}
