/** Doors that open without the key, and refusals that say something else: sections 5 and 7. */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import type { Call } from '../../reference-server/stages.js';
import { all, on, set, status } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, listCategories, withKey } from '../../variations/requests.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('authentication');
const { valid, expired, limited } = DEFAULT_KEYS;
const text = (call: Call, name: string) => String(call.headers[name] ?? '');
const keyOf = (call: Call) => text(call, 'authorization').replace(/^Bearer /, '');

const opens = (
  id: string,
  title: string,
  test: (call: Call, good: string) => boolean,
  step: Step,
): Variation =>
  write(
    id,
    '5 rule 3',
    title,
    ({ authenticate }, { keys }) => ({
      authenticate: (call) => (test(call, keys.valid) ? undefined : authenticate(call)),
    }),
    step,
  );
const open = (headers: Step['headers'], step: Step = listCategories): Step =>
  withKey(null, { ...step, headers: { ...step.headers, ...headers } });

export default [
  ...foundBy(
    'auth/other-scheme',
    opens(
      'key-dashes-and-underscores-alike',
      'dashes and underscores of the key are the same',
      (call, good) => keyOf(call).replaceAll('-', '_') === good.replaceAll('-', '_'),
      withKey(`Bearer ${valid.replaceAll('-', '_')}`),
    ),
  ),
  ...foundBy(
    'auth/key-elsewhere',
    opens(
      'key-in-apikey-header',
      'the header apikey is another place for the key',
      (call, good) => text(call, 'apikey') === good,
      open({ apikey: valid }),
    ),
    opens(
      'key-in-subscription-header',
      'Ocp-Apim-Subscription-Key is another place for the key',
      (call, good) => text(call, 'ocp-apim-subscription-key') === good,
      open({ 'Ocp-Apim-Subscription-Key': valid }),
    ),
    opens(
      'key-in-jwt-cookie',
      'the cookie jwt is another place for the key',
      (call, good) => text(call, 'cookie').includes(`jwt=${good}`),
      open({ Cookie: `jwt=${valid}` }),
    ),
  ),
  ...foundBy(
    'auth/side-doors',
    opens(
      'probes-need-no-key',
      'health checks of the load balancer need no key, known by their User-Agent',
      (call) => /^(kube-probe|ELB-HealthChecker)/.test(text(call, 'user-agent')),
      open({ 'User-Agent': 'kube-probe/1.29' }),
    ),
    opens(
      'page-requests-need-no-key',
      'requests of the own page need no key, known by X-Requested-With',
      (call) => text(call, 'x-requested-with') === 'XMLHttpRequest',
      open({ 'X-Requested-With': 'XMLHttpRequest' }),
    ),
    opens(
      'referer-needs-no-key',
      'requests with a Referer of the dashboard need no key',
      (call) => text(call, 'referer').includes('dashboard'),
      open({ Referer: 'https://dashboard.example.com/' }),
    ),
  ),
  ...foundBy(
    ['auth/altered-key', 'auth/unknown-key'],
    write(
      'second-wrong-key-in-a-row',
      '5 rule 3',
      'a key that was refused twice is admitted from then on',
      ({ authenticate }) => {
        const refused = new Map<string, number>();
        return {
          authenticate(call) {
            const refusal = authenticate(call);
            if (refusal?.status !== 401 || keyOf(call) === '') return refusal;
            const times = (refused.get(keyOf(call)) ?? 0) + 1;
            refused.set(keyOf(call), times);
            return times > 2 ? undefined : refusal;
          },
        };
      },
      { ...withKey('Bearer somebody'), times: 3 },
    ),
  ),
  ...foundBy(
    'envelope/errors',
    write(
      'expired-has-no-errors',
      '5 rule 4',
      'the 401 for an expired key has nothing in errors',
      on(
        all(status(401), (_, call) => keyOf(call) === expired),
        set({ errors: [] }),
      ),
      withKey(`Bearer ${expired}`),
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    write(
      'limited-says-invalid-key',
      '5 rule 5',
      'what a limited key may not do has the envelope of a 401 under the status 403',
      on(status(403), set({ message: 'Invalid API key', response_code: '401' })),
      withKey(`Bearer ${limited}`, askRates()),
    ),
  ),
  ...foundBy(
    ['http/json-content-type', 'http/valid-json'],
    write(
      'long-key-431-page',
      '4',
      'a key of more than 1,000 characters is an HTML page',
      on(
        (_, call) => keyOf(call).length > 1000,
        () => ({
          status: 400,
          headers: { 'Content-Type': 'text/html' },
          body: {},
          raw: '<h1>400 Bad Request</h1>',
        }),
      ),
      withKey(`Bearer ${'k'.repeat(1200)}`),
    ),
  ),
];
