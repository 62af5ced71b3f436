/** The envelopes of 401, 403 and 404 (sections 2.1, 5 and 7). */
import { failure, httpStatus, on, restatus, status } from '../../variations/changes.js';
import { withKey } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('envelope of errors', { section: '5 rule 3' });
const unauthorized = status(401);
const unknownKey = withKey('Bearer nobody');

export default [
  fault({
    id: 'every-error-http-200',
    section: '7',
    title: 'every error comes with HTTP 200',
    foundBy: ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
    apply: on(failure, httpStatus(200)),
    witness: unknownKey,
  }),
  fault({
    id: 'every-error-400',
    title: 'every error comes with 400',
    foundBy: ['auth/missing-key', 'auth/unknown-key', 'auth/expired-key', 'auth/limited-key'],
    apply: on(failure, restatus(400)),
    witness: unknownKey,
  }),
  fault({
    id: 'unauthorized-400',
    title: 'an invalid key is 400',
    foundBy: ['auth/missing-key', 'auth/unknown-key', 'auth/expired-key'],
    apply: on(unauthorized, restatus(400)),
    witness: unknownKey,
  }),
  fault({
    id: 'unauthorized-http-403',
    title: 'an invalid key is HTTP 403, response_code says "401"',
    foundBy: 'envelope/response-code',
    apply: on(unauthorized, httpStatus(403)),
    witness: unknownKey,
  }),
];
