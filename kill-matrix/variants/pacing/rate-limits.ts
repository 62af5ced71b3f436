/** Rate limits of several shapes, all of which answer 429 and say when to retry (7 rule 3, 8: quota and window are not shown). */
import type { Call } from '../../reference-server/stages.js';
import { refusal, set, withHeaders } from '../../variations/changes.js';
import { status } from '../../variations/conditions.js';
import { on, together } from '../../variations/differences.js';
import { askRates, listCategories, withKey } from '../../variations/requests.js';
import { type Apply, type Step, variantsOf } from '../../variations/variation.js';

const quota = { limit: 100, waitMs: 1000 };
const spent = { ...listCategories, times: 101 };
/** HTTP dates have whole seconds, so the wait is rounded up. */
const nextSecond = (ms: number) => new Date(Math.ceil((ms + 1000) / 1000) * 1000).toUTCString();
const limited = status(429);
const wide = { limit: 150, waitMs: 1000 };
const wideSpent: Step = { ...listCategories, times: 151 };
const says = (message: string, errors: string[] = ['Too many requests']): Apply =>
  on(limited, set({ message, errors }));
const silent: Apply = on(limited, (answer) => ({ ...answer, headers: {} }));
const tooMany = refusal(429, 'Too many requests. Retry after 1 second', 'Rate limit exceeded', {
  'Retry-After': '1',
});
/** A limit of its own in the place of the quota. */
const limits =
  (start: (now: () => number) => (call: Call) => boolean): Apply =>
  (_stages, { now }) => {
    const isOver = start(now);
    return { limit: (call) => (isOver(call) ? tooMany() : undefined) };
  };
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
/** Answers 429 instead of more than forty 401 in a second. */
const strangersLimited: Apply = ({ authenticate }, { now }) => {
  const isOver = windows(now, 40);
  return {
    authenticate(call) {
      const refused = authenticate(call);
      return refused?.status === 401 && isOver('strangers') ? tooMany() : refused;
    },
  };
};
/** Refuses what comes while too many others are under way; each takes a while. */
const atOnce =
  (most: number): Apply =>
  ({ decide, send }, { wait }) => {
    const underWay = new Set<Call>();
    return {
      decide(call) {
        if (underWay.size >= most) return tooMany();
        underWay.add(call);
        return decide(call);
      },
      async send(wire, response, call) {
        if (underWay.has(call)) await wait(2);
        underWay.delete(call);
        await send(wire, response, call);
      },
    };
  };

export default [
  ...variantsOf('pacing', { section: '7 rule 3', witness: spent, settings: { quota } })({
    'small-quota': { title: 'a second of rest per hundred requests, with Retry-After' },
    'small-quota-without-header': {
      title: 'only the message says when to retry',
      apply: on(limited, (answer) => ({ ...answer, headers: {} })),
    },
    'small-quota-as-date': {
      section: 'RFC 9110 10.2.3',
      title: 'Retry-After is a date',
      apply: (stages, settings) =>
        on(limited, (answer, call) =>
          withHeaders({ 'Retry-After': nextSecond(settings.now()) })(answer, call),
        )(stages, settings),
    },
    'quota-before-key': {
      section: '5',
      title: 'the quota is counted before the key is looked at',
      apply: ({ authenticate, limit }) => ({
        authenticate: (call) => limit(call) ?? authenticate(call),
        limit: () => undefined,
      }),
      witness: { ...spent, headers: { Authorization: null } },
    },
  }),
  ...variantsOf('pacing', { section: '8: a limit may count refusals' })({
    'strangers-slowed': {
      title: 'more than 40 refused keys in a second are 429 instead of 401, as by a guard against guessing',
      apply: strangersLimited,
      witness: { ...withKey(null), times: 41 },
      settings: { quota: { limit: 1e9, waitMs: 1000 } },
    },
    'quota-of-requests-under-way': {
      section: '8',
      title: 'more than twelve requests at once are refused for a second',
      apply: atOnce(12),
      witness: { ...listCategories, times: 14, sent: 'side by side' },
    },
  }),
  ...variantsOf('pacing', {
    section: '7 rule 3: the words are an example',
    witness: wideSpent,
    settings: { quota: wide },
  })({
    'wait-in-words': {
      title: 'the message says "in one second"',
      apply: together(silent, says('Too many requests. Please retry in one second.')),
    },
    'wait-of-half-a-second-more': {
      title: 'the message has a fraction: 1.5 seconds',
      apply: together(silent, says('Rate limit exceeded, retry after 1.5 seconds')),
    },
    'wait-in-milliseconds': {
      title: 'the message says 1000 ms',
      apply: together(silent, says('Rate limited. Retry in 1000 ms.')),
    },
    'wait-beside-its-window': {
      title: 'the message names the window of the quota before the wait',
      apply: says('Only 150 requests per 60 seconds are served. Retry after 1 second.', [
        'Quota of 60 s spent',
      ]),
    },
    'wait-in-bengali-digits': {
      title: 'the message has Bengali digits, the header others',
      apply: says('১ সেকেন্ড পরে আবার চেষ্টা করুন'),
    },
    'wait-until-a-moment': {
      title: 'the message gives the moment in ISO 8601, beside Retry-After',
      apply: (stages, settings) =>
        on(limited, (answer, call) =>
          set({ message: `Retry at ${new Date(settings.now() + 1000).toISOString()}` })(answer, call),
        )(stages, settings),
    },
    'wait-named-twice': {
      title: 'message, errors and three headers name the wait',
      apply: on(limited, (answer) => ({
        ...answer,
        headers: { ...answer.headers, 'X-Retry-After': '1', 'X-RateLimit-Reset': '1' },
      })),
    },
    'quota-in-headers': {
      title: 'every answer has X-RateLimit-Limit, -Remaining and -Reset',
      answers: withHeaders({
        'X-RateLimit-Limit': '150',
        'X-RateLimit-Remaining': '42',
        'X-RateLimit-Reset': '1768469400',
      }),
    },
    'quota-in-draft-headers': {
      title: 'every answer has RateLimit and RateLimit-Policy',
      answers: withHeaders({
        RateLimit: '"burst";r=42;t=1, "day";r=9000;t=86400',
        'RateLimit-Policy': '"burst";q=150;w=1,"day";q=10000;w=86400',
      }),
    },
    'quota-closes': {
      section: 'RFC 9112 9.6: a server may close',
      title: 'a 429 closes its connection',
      apply: on(limited, withHeaders({ Connection: 'close', 'X-Limited': 'yes' })),
    },
  }),
  ...variantsOf('pacing', {
    section: '8: quota and window are not shown',
    settings: { quota: { limit: 1e9, waitMs: 1000 } },
  })({
    'quota-for-rates-alone': {
      title: 'rates have a quota, categories none',
      apply: limits((now) => {
        const isOver = windows(now, 120);
        return ({ operation }) => operation === 'getShippingRates' && isOver('rates');
      }),
      witness: { ...askRates(), times: 121 },
    },
    'quota-for-each-operation': {
      title: 'each path has a quota of its own',
      apply: limits((now) => {
        const isOver = windows(now, 120);
        return ({ path }) => isOver(path);
      }),
      witness: { ...listCategories, times: 121 },
    },
    'token-bucket': {
      title: 'a bucket of 100 fills by 200 each second',
      apply: limits((now) => {
        let tokens = 100;
        let at = now();
        return () => {
          tokens = Math.min(100, tokens + (now() - at) / 5);
          at = now();
          if (tokens < 1) return true;
          tokens -= 1;
          return false;
        };
      }),
      witness: { ...listCategories, times: 101 },
    },
    'sliding-window': {
      title: 'at most 150 in any second',
      apply: limits((now) => {
        const times: number[] = [];
        return () => {
          while ((times[0] ?? Infinity) <= now() - 1000) times.shift();
          if (times.length >= 150) return true;
          times.push(now());
          return false;
        };
      }),
      witness: { ...listCategories, times: 151 },
    },
  }),
];
