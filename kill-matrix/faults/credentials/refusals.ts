/** How those who do not get in are refused (section 5). */
import { all, on, restatus, serverError, set, status, success, type When } from '../../variations/changes.js';
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { askRates, askWithout, forbiddenRates, withKey } from '../../variations/requests.js';
import type { Call, Stages } from '../../reference-server/stages.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf, type Apply } from '../../variations/variation.js';

const write = variationsOf('authentication');
const { expired, limited } = DEFAULT_KEYS;
const header = (call: Call) => String(call.headers.authorization ?? '');

const bearer = (text: string) => `Bearer ${text}`;
const isExpired: When = ({ body }) => JSON.stringify(body).includes('expired');
const expiredList = withKey(bearer(expired));

/** Validates before it looks at the key. */
const validatesFirst: Apply = ({ decide, authenticate, validate, refuse }: Stages) => ({
  decide(call) {
    const problems = validate(call);
    return authenticate(call) && problems.length > 0 ? refuse(problems, call) : decide(call);
  },
});

export default [
  ...foundBy(
    ['auth/before-validation', 'auth/missing-key'],
    write(
      'validation-before-key',
      '5 rule 3',
      'an invalid request without a key is 400',
      validatesFirst,
      withKey(null, askWithout('weight')),
    ),
  ),
  foundOnlyBy(
    'auth/before-validation',
    write(
      'syntax-before-key',
      '5 rule 3',
      'malformed JSON without a key is 400',
      on(
        all(status(401), (_, call) => call.operation === 'getShippingRates' && call.body === undefined),
        restatus(400),
      ),
      withKey(null, askRates('{')),
    ),
  ),
  ...foundBy(
    ['auth/expired-key', 'auth/before-validation'],
    write(
      'expired-403',
      '5 rule 4',
      'an expired key is 403',
      on(all(status(401), isExpired), restatus(403)),
      expiredList,
    ),
    write(
      'expired-400',
      '5 rule 4',
      'an expired key is 400',
      on(all(status(401), isExpired), restatus(400)),
      expiredList,
    ),
  ),
  ...foundBy(
    ['auth/expired-key', 'responses/no-server-error'],
    write(
      'expired-500',
      '5 rule 4',
      'an expired key is 500',
      on(all(status(401), isExpired), serverError),
      expiredList,
    ),
  ),
  ...foundBy(
    'envelope/errors',
    write(
      'expired-errors-empty',
      '5 rule 3',
      'errors is empty for an expired key',
      on(all(status(401), isExpired), set({ errors: [] })),
      expiredList,
    ),
  ),
  ...foundBy(
    'auth/missing-key',
    write(
      'missing-key-400',
      '5 rule 3',
      'a missing key is 400',
      on(
        all(status(401), (_, call) => header(call) === ''),
        restatus(400),
      ),
      withKey(null),
    ),
  ),
  ...foundBy(
    ['auth/missing-key', 'responses/no-server-error'],
    write(
      'missing-key-500',
      '5 rule 3',
      'a missing key is 500',
      on(
        all(status(401), (_, call) => header(call) === ''),
        serverError,
      ),
      withKey(null),
    ),
    write(
      'other-scheme-500',
      '5 rule 3',
      'a scheme other than Bearer is 500',
      on(
        all(status(401), (_, call) => /^(?!Bearer )\S/.test(header(call))),
        serverError,
      ),
      withKey('Basic dXNlcjpwYXNz'),
    ),
    write(
      'empty-key-500',
      '5 rule 3',
      'Bearer without a key is 500',
      on(
        all(status(401), (_, call) => header(call).trim() === 'Bearer'),
        serverError,
      ),
      withKey('Bearer '),
    ),
  ),
  ...foundBy(
    ['auth/unknown-key', 'responses/no-server-error'],
    write(
      'key-with-quote-500',
      '5 rule 3',
      'a key with a quote in it is 500',
      on(
        all(status(401), (_, call) => header(call).includes("'")),
        serverError,
      ),
      withKey(bearer("o'brien")),
    ),
  ),
  ...foundBy(
    'auth/limited-key',
    write('limited-400', '5 rule 5', 'a limited key is 400', on(status(403), restatus(400)), forbiddenRates),
  ),
  ...foundBy(
    'auth/limited-key',
    write('limited-401', '5 rule 5', 'a limited key is 401', on(status(403), restatus(401)), forbiddenRates),
    write(
      'limited-404',
      '5 rule 5',
      'what a limited key may not do is 404',
      on(status(403), restatus(404)),
      forbiddenRates,
    ),
    write(
      'limited-key-unknown-for-categories',
      '5 rule 5',
      'a limited key is 401 for what it may do',
      (stages, settings) =>
        on(
          all(success, (_, call) => header(call) === bearer(settings.keys.limited)),
          restatus(401),
        )(stages, settings),
      withKey(bearer(limited)),
    ),
  ),
  ...foundBy(
    ['auth/limited-key', 'responses/no-server-error'],
    write('limited-500', '5 rule 5', 'a limited key is 500', on(status(403), serverError), forbiddenRates),
  ),
  ...foundBy(
    ['envelope/status-flag', 'envelope/errors', 'envelope/response-code'],
    write(
      'limited-http-200',
      '5 rule 5',
      'a limited key gets HTTP 200 with the envelope of a 403',
      on(status(403), (answer) => ({ ...answer, status: 200 })),
      forbiddenRates,
    ),
  ),
  foundOnlyBy(
    'http/challenge-with-401',
    write(
      'unauthorized-without-challenge',
      'RFC 9110 15.5.2',
      'a 401 has no WWW-Authenticate',
      on(status(401), (answer) => ({ ...answer, headers: {} })),
      withKey(null),
    ),
  ),
];
