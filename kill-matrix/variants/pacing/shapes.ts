/** Rate limits of other shapes, all of which answer 429 and say when to retry (7 rule 3, 8: quota and window are not shown). */
import { on, set, status, together, withHeaders } from '../../variations/changes.js';
import { askRates, listCategories, withKey } from '../../variations/requests.js';
import { enveloped, type Answer, type Call } from '../../reference-server/stages.js';
import { variationsOf, type Apply, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('pacing');
const quota = { limit: 150, waitMs: 1000 };
const spent: Step = { ...listCategories, times: 151 };
const limited = status(429);

/** A quota of 150 requests for each second, refused in other words. */
const variant = (
  id: string,
  title: string,
  apply: Apply,
  section = '7 rule 3: the words are an example',
): Variation => write(id, section, title, apply, spent, { quota });
const says = (message: string, errors: string[] = ['Too many requests']): Apply =>
  on(limited, set({ message, errors }));
const silent: Apply = on(limited, (answer) => ({ ...answer, headers: {} }));

const tooMany = (): Answer => ({
  ...enveloped(429, 'Too many requests. Retry after 1 second', [], ['Rate limit exceeded']),
  headers: { 'Retry-After': '1' },
});

/** A limit of its own in the place of the quota. */
const limits =
  (start: (now: () => number) => (call: Call) => boolean): Apply =>
  (_stages, { now }) => {
    const isOver = start(now);
    return { limit: (call) => (isOver(call) ? tooMany() : undefined) };
  };
const shape = (
  id: string,
  title: string,
  start: (now: () => number) => (call: Call) => boolean,
  step: Step,
): Variation =>
  // The quota is never reached; that there is one tells the matrix that the suite waits here.
  write(id, '8: quota and window are not shown', title, limits(start), step, {
    quota: { limit: 1e9, waitMs: 1000 },
  });

/** At most so many in a window that begins with its first request. */
function windows(now: () => number, most: number, milliseconds = 1000) {
  const begun = new Map<string, { at: number; count: number }>();
  return (name: string) => {
    const known = begun.get(name);
    if (!known || now() - known.at >= milliseconds) begun.set(name, { at: now(), count: 1 });
    else known.count += 1;
    return (begun.get(name)?.count ?? 0) > most;
  };
}

export default [
  variant(
    'wait-in-words',
    'the message says "in one second"',
    together(silent, says('Too many requests. Please retry in one second.')),
  ),
  variant(
    'wait-of-half-a-second-more',
    'the message has a fraction: 1.5 seconds',
    together(silent, says('Rate limit exceeded, retry after 1.5 seconds')),
  ),
  variant(
    'wait-in-milliseconds',
    'the message says 1000 ms',
    together(silent, says('Rate limited. Retry in 1000 ms.')),
  ),
  variant(
    'wait-in-french',
    'the message is French',
    says('Trop de requêtes. Réessayez dans 1 seconde.', ['Quota dépassé']),
  ),
  variant(
    'wait-in-bengali-digits',
    'the message has Bengali digits, the header others',
    says('১ সেকেন্ড পরে আবার চেষ্টা করুন'),
  ),
  variant(
    'wait-until-a-moment',
    'the message gives the moment in ISO 8601, beside Retry-After',
    (stages, settings) =>
      on(limited, (answer, call) =>
        set({ message: `Retry at ${new Date(settings.now() + 1000).toISOString()}` })(answer, call),
      )(stages, settings),
  ),
  variant(
    'wait-named-twice',
    'message, errors and three headers name the wait',
    on(limited, (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'X-Retry-After': '1', 'X-RateLimit-Reset': '1' },
    })),
  ),
  variant(
    'quota-in-headers',
    'every answer has X-RateLimit-Limit, -Remaining and -Reset',
    on(
      () => true,
      withHeaders({
        'X-RateLimit-Limit': '150',
        'X-RateLimit-Remaining': '42',
        'X-RateLimit-Reset': '1768469400',
      }),
    ),
    'RFC 9110 5.1: more headers',
  ),
  variant(
    'quota-in-draft-headers',
    'every answer has RateLimit and RateLimit-Policy',
    on(
      () => true,
      withHeaders({
        RateLimit: '"burst";r=42;t=1, "day";r=9000;t=86400',
        'RateLimit-Policy': '"burst";q=150;w=1,"day";q=10000;w=86400',
      }),
    ),
    'RFC 9110 5.1: more headers',
  ),
  variant(
    'quota-closes',
    'a 429 closes its connection',
    on(limited, withHeaders({ Connection: 'close', 'X-Limited': 'yes' })),
    'RFC 9112 9.6: a server may close',
  ),
  shape(
    'quota-for-rates-alone',
    'rates have a quota, categories none',
    (now) => {
      const isOver = windows(now, 120);
      return ({ operation }) => operation === 'getShippingRates' && isOver('rates');
    },
    { ...askRates(), times: 121 },
  ),
  shape(
    'quota-for-each-operation',
    'each path has a quota of its own',
    (now) => {
      const isOver = windows(now, 120);
      return ({ path }) => isOver(path);
    },
    { ...listCategories, times: 121 },
  ),
  shape(
    'token-bucket',
    'a bucket of 100 fills by 200 each second',
    (now) => {
      let tokens = 100;
      let at = now();
      return () => {
        tokens = Math.min(100, tokens + (now() - at) / 5);
        at = now();
        if (tokens < 1) return true;
        tokens -= 1;
        return false;
      };
    },
    { ...listCategories, times: 101 },
  ),
  shape(
    'sliding-window',
    'at most 150 in any second',
    (now) => {
      const times: number[] = [];
      return () => {
        while ((times[0] ?? Infinity) <= now() - 1000) times.shift();
        if (times.length >= 150) return true;
        times.push(now());
        return false;
      };
    },
    { ...listCategories, times: 151 },
  ),
  write(
    'strangers-slowed',
    '8: a limit may count refusals',
    'more than 40 refused keys in a second are 429 instead of 401, as by a guard against guessing',
    ({ authenticate }, { now }) => {
      const isOver = windows(now, 40);
      return {
        authenticate(call) {
          const refusal = authenticate(call);
          return refusal?.status === 401 && isOver('strangers') ? tooMany() : refusal;
        },
      };
    },
    { ...withKey(null), times: 41 },
    { quota: { limit: 1e9, waitMs: 1000 } },
  ),
];
