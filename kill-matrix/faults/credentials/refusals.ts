/** Refusals of those who do not get in, and their words (section 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import type { Stages } from '../../reference-server/stages.js';
import { chain, httpStatus, restatus, serverError, set } from '../../variations/changes.js';
import { all, status, success, type When } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { credential } from '../../variations/calls.js';
import { askRates, askWithout, withKey } from '../../variations/requests.js';
import { type Apply, faultsOf } from '../../variations/variation.js';

const { limited } = DEFAULT_KEYS;
const bearer = (text: string) => `Bearer ${text}`;
const isExpired: When = ({ body }) => JSON.stringify(body).includes('expired');
/** Validates before it looks at the key. */
const validatesFirst: Apply = ({ decide, authenticate, validate, refuse }: Stages) => ({
  decide(call) {
    const problems = validate(call);
    return authenticate(call) && problems.length > 0 ? refuse(problems, call) : decide(call);
  },
});
const unauthorized = status(401);
const isMissing: When = (_, call) => credential(call) === '';
const says = (message: string, ...errors: string[]) => set({ message, errors });

export default [
  ...faultsOf('authentication', { section: '5 rule 3' })({
    'validation-before-key': {
      title: 'an invalid request without a key is 400',
      foundBy: ['auth/before-validation', 'auth/missing-key'],
      apply: validatesFirst,
      witness: withKey(null, askWithout('weight')),
    },
    'syntax-before-key': {
      title: 'malformed JSON without a key is 400',
      foundOnlyBy: 'auth/before-validation',
      when: all(status(401), (_, call) => call.operation === 'getShippingRates' && call.body === undefined),
      change: chain(restatus(400), set({ message: 'Invalid request' })),
      witness: withKey(null, askRates('{')),
    },
    'forbidden-in-one-spelling': {
      section: '5 rule 5',
      title: 'a limited key may get rates with a query behind the path',
      foundOnlyBy: 'auth/limited-key',
      admits: (call, keys) =>
        call.operation === 'getShippingRates' &&
        call.target.includes('?') &&
        credential(call) === bearer(keys.limited),
      witness: withKey(bearer(limited), { ...askRates(), path: '/get-shipping-rates?a=1' }),
    },
    'forbidden-as-bad-request': {
      section: '5 rule 5',
      title: 'a limited key that may not order gets 400, with the message of a 403',
      foundOnlyBy: 'errors/message-fits',
      when: all(status(403), (_, call) => call.operation === 'createOrder'),
      change: restatus(400),
      witness: withKey(bearer(limited), { ...askRates(), path: '/create-order' }),
    },
    'expired-500': {
      section: '5 rule 4',
      title: 'an expired key is 500',
      foundBy: ['auth/expired-key', 'responses/no-server-error'],
      apply: on(all(status(401), isExpired), serverError),
    },
    'missing-key-400': {
      title: 'a missing key is 400',
      foundBy: 'auth/missing-key',
      when: all(status(401), (_, call) => credential(call) === ''),
      change: restatus(400),
    },
    'missing-key-500': {
      title: 'a missing key is 500',
      foundBy: ['auth/missing-key', 'responses/no-server-error'],
      when: all(status(401), (_, call) => credential(call) === ''),
      change: serverError,
    },
    'other-scheme-500': {
      title: 'a scheme other than Bearer is 500',
      foundBy: ['auth/missing-key', 'responses/no-server-error'],
      when: all(status(401), (_, call) => /^(?!Bearer )\S/.test(credential(call))),
      change: serverError,
      witness: withKey('Basic dXNlcjpwYXNz'),
    },
    'empty-key-500': {
      title: 'Bearer without a key is 500',
      foundBy: ['auth/missing-key', 'responses/no-server-error'],
      when: all(status(401), (_, call) => credential(call).trim() === 'Bearer'),
      change: serverError,
      witness: withKey('Bearer '),
    },
    'key-with-quote-500': {
      title: 'a key with a quote in it is 500',
      foundBy: ['auth/unknown-key', 'responses/no-server-error'],
      when: all(status(401), (_, call) => credential(call).includes("'")),
      change: serverError,
      witness: withKey(bearer("o'brien")),
    },
    'unauthorized-without-challenge': {
      section: 'RFC 9110 15.5.2',
      title: 'a 401 has no WWW-Authenticate',
      foundOnlyBy: 'http/challenge-with-401',
      apply: on(status(401), (answer) => ({ ...answer, headers: {} })),
    },
  }),
  ...faultsOf('authentication', { section: '5 rule 5' })({
    'limited-400': {
      title: 'a limited key is 400',
      foundBy: 'auth/limited-key',
      apply: on(status(403), restatus(400)),
    },
    'limited-401': {
      title: 'a limited key is 401',
      foundBy: 'auth/limited-key',
      apply: on(status(403), restatus(401)),
    },
    'limited-key-unknown-for-categories': {
      title: 'a limited key is 401 for what it may do',
      foundBy: 'auth/limited-key',
      apply: (stages, settings) =>
        on(
          all(success, (_, call) => credential(call) === bearer(settings.keys.limited)),
          restatus(401),
        )(stages, settings),
      witness: withKey(bearer(limited)),
    },
    'limited-500': {
      title: 'a limited key is 500',
      foundBy: ['auth/limited-key', 'responses/no-server-error'],
      apply: on(status(403), serverError),
    },
    'limited-http-200': {
      title: 'a limited key gets HTTP 200 with the envelope of a 403',
      foundBy: ['envelope/status-flag', 'envelope/errors', 'envelope/response-code'],
      apply: on(status(403), httpStatus(200)),
    },
  }),
  ...faultsOf('near misses', { section: '5 rule 3' })({
    'refusal-without-a-word-on-keys': {
      title: 'a 401 says "Request failed" and nothing of a key',
      foundOnlyBy: 'auth/refusal-text',
      apply: on(status(401), set({ message: 'Request failed', errors: ['Something went wrong'] })),
    },
  }),
  ...faultsOf('words of refusals', { section: '5 rule 3' })({
    'unauthorized-says-success': {
      title: 'a 401 says "Success" and "No errors"',
      foundBy: ['auth/refusal-text', 'errors/message-fits'],
      apply: on(unauthorized, says('Success', 'No errors')),
    },
    'missing-key-errors-blank': {
      title: 'errors hold one blank text when the key is missing',
      foundBy: ['auth/refusal-text', 'errors/no-blank-text'],
      apply: on(all(unauthorized, isMissing), set({ errors: [' '] })),
    },
  }),
];
