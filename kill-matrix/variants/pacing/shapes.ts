/** Rate limits of other shapes, all of which answer 429 and say when to retry (7 rule 3, 8: quota and window are not shown). */
import { on, set, status, together, withHeaders } from '../../variations/changes.js';
import { askRates, listCategories, withKey } from '../../variations/requests.js';
import { enveloped, type Answer, type Call } from '../../reference-server/stages.js';
import { variationsOf, type Apply, type Step, type Named } from '../../variations/variation.js';

const write = variationsOf('pacing', { section: 'RFC 9110 5.1: more headers' });
const quota = { limit: 150, waitMs: 1000 };
const spent: Step = { ...listCategories, times: 151 };
const limited = status(429);

/** A quota of 150 requests for each second, refused in other words. */
const variant = ({
  apply,
  section = '7 rule 3: the words are an example',
  ...row
}: Named & { apply: Apply; section?: string }) =>
  write({ ...row, section, apply, witness: spent, settings: { quota } });
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
const shape = ({
  start,
  ...row
}: Named & { start: (now: () => number) => (call: Call) => boolean; witness: Step }) =>
  write({
    ...row,
    section: '8: quota and window are not shown',
    apply: limits(start),
    settings: {
      quota: { limit: 1e9, waitMs: 1000 },
    },
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
  variant({
    id: 'wait-in-words',
    title: 'the message says "in one second"',
    apply: together(silent, says('Too many requests. Please retry in one second.')),
  }),
  variant({
    id: 'wait-of-half-a-second-more',
    title: 'the message has a fraction: 1.5 seconds',
    apply: together(silent, says('Rate limit exceeded, retry after 1.5 seconds')),
  }),
  variant({
    id: 'wait-in-milliseconds',
    title: 'the message says 1000 ms',
    apply: together(silent, says('Rate limited. Retry in 1000 ms.')),
  }),
  variant({
    id: 'wait-beside-its-window',
    title: 'the message names the window of the quota before the wait',
    apply: says('Only 150 requests per 60 seconds are served. Retry after 1 second.', [
      'Quota of 60 s spent',
    ]),
  }),
  variant({
    id: 'wait-in-french',
    title: 'the message is French',
    apply: says('Trop de requêtes. Réessayez dans 1 seconde.', ['Quota dépassé']),
  }),
  variant({
    id: 'wait-in-bengali-digits',
    title: 'the message has Bengali digits, the header others',
    apply: says('১ সেকেন্ড পরে আবার চেষ্টা করুন'),
  }),
  variant({
    id: 'wait-until-a-moment',
    title: 'the message gives the moment in ISO 8601, beside Retry-After',
    apply: (stages, settings) =>
      on(limited, (answer, call) =>
        set({ message: `Retry at ${new Date(settings.now() + 1000).toISOString()}` })(answer, call),
      )(stages, settings),
  }),
  variant({
    id: 'wait-named-twice',
    title: 'message, errors and three headers name the wait',
    apply: on(limited, (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'X-Retry-After': '1', 'X-RateLimit-Reset': '1' },
    })),
  }),
  variant({
    id: 'quota-in-headers',
    title: 'every answer has X-RateLimit-Limit, -Remaining and -Reset',
    apply: on(
      () => true,
      withHeaders({
        'X-RateLimit-Limit': '150',
        'X-RateLimit-Remaining': '42',
        'X-RateLimit-Reset': '1768469400',
      }),
    ),
  }),
  variant({
    id: 'quota-in-draft-headers',
    title: 'every answer has RateLimit and RateLimit-Policy',
    apply: on(
      () => true,
      withHeaders({
        RateLimit: '"burst";r=42;t=1, "day";r=9000;t=86400',
        'RateLimit-Policy': '"burst";q=150;w=1,"day";q=10000;w=86400',
      }),
    ),
  }),
  variant({
    id: 'quota-closes',
    title: 'a 429 closes its connection',
    apply: on(limited, withHeaders({ Connection: 'close', 'X-Limited': 'yes' })),
    section: 'RFC 9112 9.6: a server may close',
  }),
  shape({
    id: 'quota-for-rates-alone',
    title: 'rates have a quota, categories none',
    start: (now) => {
      const isOver = windows(now, 120);
      return ({ operation }) => operation === 'getShippingRates' && isOver('rates');
    },
    witness: { ...askRates(), times: 121 },
  }),
  shape({
    id: 'quota-for-each-operation',
    title: 'each path has a quota of its own',
    start: (now) => {
      const isOver = windows(now, 120);
      return ({ path }) => isOver(path);
    },
    witness: { ...listCategories, times: 121 },
  }),
  shape({
    id: 'token-bucket',
    title: 'a bucket of 100 fills by 200 each second',
    start: (now) => {
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
    witness: { ...listCategories, times: 101 },
  }),
  shape({
    id: 'sliding-window',
    title: 'at most 150 in any second',
    start: (now) => {
      const times: number[] = [];
      return () => {
        while ((times[0] ?? Infinity) <= now() - 1000) times.shift();
        if (times.length >= 150) return true;
        times.push(now());
        return false;
      };
    },
    witness: { ...listCategories, times: 151 },
  }),
  write({
    id: 'strangers-slowed',
    section: '8: a limit may count refusals',
    title: 'more than 40 refused keys in a second are 429 instead of 401, as by a guard against guessing',
    apply: ({ authenticate }, { now }) => {
      const isOver = windows(now, 40);
      return {
        authenticate(call) {
          const refusal = authenticate(call);
          return refusal?.status === 401 && isOver('strangers') ? tooMany() : refusal;
        },
      };
    },
    witness: { ...withKey(null), times: 41 },
    settings: { quota: { limit: 1e9, waitMs: 1000 } },
  }),
];
