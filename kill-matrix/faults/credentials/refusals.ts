/** Refusals of those who do not get in (section 5). */
import { all, on, restatus, serverError, status, success, type When } from '../../variations/changes.js';
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { askRates, askWithout, forbiddenRates, withKey } from '../../variations/requests.js';
import type { Call, Stages } from '../../reference-server/stages.js';
import { faultsOf, type Apply } from '../../variations/variation.js';

const write = faultsOf('authentication', { section: '5 rule 3' });
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
  write({
    id: 'validation-before-key',
    title: 'an invalid request without a key is 400',
    foundBy: ['auth/before-validation', 'auth/missing-key'],
    apply: validatesFirst,
    witness: withKey(null, askWithout('weight')),
  }),
  write({
    id: 'syntax-before-key',
    title: 'malformed JSON without a key is 400',
    foundOnlyBy: 'auth/before-validation',
    apply: on(
      all(status(401), (_, call) => call.operation === 'getShippingRates' && call.body === undefined),
      restatus(400),
    ),
    witness: withKey(null, askRates('{')),
  }),
  write({
    id: 'expired-500',
    section: '5 rule 4',
    title: 'an expired key is 500',
    foundBy: ['auth/expired-key', 'responses/no-server-error'],
    apply: on(all(status(401), isExpired), serverError),
    witness: expiredList,
  }),
  write({
    id: 'missing-key-400',
    title: 'a missing key is 400',
    foundBy: 'auth/missing-key',
    apply: on(
      all(status(401), (_, call) => header(call) === ''),
      restatus(400),
    ),
    witness: withKey(null),
  }),
  write({
    id: 'missing-key-500',
    title: 'a missing key is 500',
    foundBy: ['auth/missing-key', 'responses/no-server-error'],
    apply: on(
      all(status(401), (_, call) => header(call) === ''),
      serverError,
    ),
    witness: withKey(null),
  }),
  write({
    id: 'other-scheme-500',
    title: 'a scheme other than Bearer is 500',
    foundBy: ['auth/missing-key', 'responses/no-server-error'],
    apply: on(
      all(status(401), (_, call) => /^(?!Bearer )\S/.test(header(call))),
      serverError,
    ),
    witness: withKey('Basic dXNlcjpwYXNz'),
  }),
  write({
    id: 'empty-key-500',
    title: 'Bearer without a key is 500',
    foundBy: ['auth/missing-key', 'responses/no-server-error'],
    apply: on(
      all(status(401), (_, call) => header(call).trim() === 'Bearer'),
      serverError,
    ),
    witness: withKey('Bearer '),
  }),
  write({
    id: 'key-with-quote-500',
    title: 'a key with a quote in it is 500',
    foundBy: ['auth/unknown-key', 'responses/no-server-error'],
    apply: on(
      all(status(401), (_, call) => header(call).includes("'")),
      serverError,
    ),
    witness: withKey(bearer("o'brien")),
  }),
  write({
    id: 'limited-400',
    section: '5 rule 5',
    title: 'a limited key is 400',
    foundBy: 'auth/limited-key',
    apply: on(status(403), restatus(400)),
    witness: forbiddenRates,
  }),
  write({
    id: 'limited-401',
    section: '5 rule 5',
    title: 'a limited key is 401',
    foundBy: 'auth/limited-key',
    apply: on(status(403), restatus(401)),
    witness: forbiddenRates,
  }),
  write({
    id: 'limited-key-unknown-for-categories',
    section: '5 rule 5',
    title: 'a limited key is 401 for what it may do',
    foundBy: 'auth/limited-key',
    apply: (stages, settings) =>
      on(
        all(success, (_, call) => header(call) === bearer(settings.keys.limited)),
        restatus(401),
      )(stages, settings),
    witness: withKey(bearer(limited)),
  }),
  write({
    id: 'limited-500',
    section: '5 rule 5',
    title: 'a limited key is 500',
    foundBy: ['auth/limited-key', 'responses/no-server-error'],
    apply: on(status(403), serverError),
    witness: forbiddenRates,
  }),
  write({
    id: 'limited-http-200',
    section: '5 rule 5',
    title: 'a limited key gets HTTP 200 with the envelope of a 403',
    foundBy: ['envelope/status-flag', 'envelope/errors', 'envelope/response-code'],
    apply: on(status(403), (answer) => ({ ...answer, status: 200 })),
    witness: forbiddenRates,
  }),
  write({
    id: 'unauthorized-without-challenge',
    section: 'RFC 9110 15.5.2',
    title: 'a 401 has no WWW-Authenticate',
    foundOnlyBy: 'http/challenge-with-401',
    apply: on(status(401), (answer) => ({ ...answer, headers: {} })),
    witness: withKey(null),
  }),
];
