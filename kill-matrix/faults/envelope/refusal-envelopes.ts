/** The envelopes of 401, 403 and 404 (sections 2.1, 5 and 7). */
import { alter, drop, failure, httpStatus, on, restatus, set, status } from '../../variations/changes.js';
import { forbiddenRates, unknownPath, withKey } from '../../variations/requests.js';
import { foundBy } from '../../variations/found-by.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('envelope of errors');
const unauthorized = status(401);
const forbidden = status(403);
const notFound = status(404);
const unknownKey = withKey('Bearer nobody');
const texts = (change: (errors: string[]) => unknown) =>
  alter('errors', (errors) => change(errors as string[]));

export default [
  ...foundBy(
    ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
    fault(
      'every-error-http-200',
      '7',
      'every error comes with HTTP 200',
      on(failure, httpStatus(200)),
      unknownKey,
    ),
  ),
  ...foundBy(
    ['auth/missing-key', 'auth/unknown-key', 'auth/expired-key', 'auth/limited-key'],
    fault(
      'every-error-400',
      '5 rule 3',
      'every error comes with 400',
      on(failure, restatus(400)),
      unknownKey,
    ),
  ),
  ...foundBy(
    ['auth/missing-key', 'auth/unknown-key', 'auth/expired-key'],
    fault(
      'unauthorized-403',
      '5 rule 3',
      'an invalid key is 403',
      on(unauthorized, restatus(403)),
      unknownKey,
    ),
    fault(
      'unauthorized-400',
      '5 rule 3',
      'an invalid key is 400',
      on(unauthorized, restatus(400)),
      unknownKey,
    ),
    fault(
      'unauthorized-404',
      '5 rule 3',
      'an invalid key is 404',
      on(unauthorized, restatus(404)),
      unknownKey,
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    fault(
      'unauthorized-http-403',
      '5 rule 3',
      'an invalid key is HTTP 403, response_code says "401"',
      on(unauthorized, httpStatus(403)),
      unknownKey,
    ),
    fault(
      'unauthorized-code-number',
      '5 rule 3',
      'response_code is the number 401',
      on(unauthorized, set({ response_code: 401 })),
      unknownKey,
    ),
    fault(
      'unauthorized-code-403',
      '5 rule 3',
      'response_code is "403" in a 401',
      on(unauthorized, set({ response_code: '403' })),
      unknownKey,
    ),
    fault(
      'forbidden-code-401',
      '7 rule 1',
      'response_code is "401" in a 403',
      on(forbidden, set({ response_code: '401' })),
      forbiddenRates,
    ),
    fault(
      'not-found-code-number',
      '7 rule 1',
      'response_code is the number 404',
      on(notFound, set({ response_code: 404 })),
      unknownPath,
    ),
  ),
  ...foundBy(
    'envelope/status-flag',
    fault(
      'unauthorized-status-true',
      '5 rule 3',
      'status is true in a 401',
      on(unauthorized, set({ status: true })),
      unknownKey,
    ),
    fault(
      'forbidden-status-true',
      '7',
      'status is true in a 403',
      on(forbidden, set({ status: true })),
      forbiddenRates,
    ),
    fault(
      'not-found-status-missing',
      '2.1',
      'status is left out of a 404',
      on(notFound, drop('status')),
      unknownPath,
    ),
  ),
  ...foundBy(
    'envelope/message',
    fault(
      'unauthorized-message-missing',
      '5 rule 3',
      'message is left out of a 401',
      on(unauthorized, drop('message')),
      unknownKey,
    ),
  ),
  ...foundBy(
    'envelope/data',
    fault(
      'unauthorized-data-null',
      '7',
      'data is null in a 401',
      on(unauthorized, set({ data: null })),
      unknownKey,
    ),
    fault(
      'unauthorized-data-missing',
      '7',
      'data is left out of a 401',
      on(unauthorized, drop('data')),
      unknownKey,
    ),
    fault(
      'forbidden-data-null',
      '7',
      'data is null in a 403',
      on(forbidden, set({ data: null })),
      forbiddenRates,
    ),
    fault(
      'not-found-data-null',
      '7',
      'data is null in a 404',
      on(notFound, set({ data: null })),
      unknownPath,
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'unauthorized-errors-empty',
      '5 rule 3',
      'errors is empty in a 401',
      on(unauthorized, set({ errors: [] })),
      unknownKey,
    ),
    fault(
      'unauthorized-errors-text',
      '7',
      'errors is one text in a 401',
      on(
        unauthorized,
        texts((errors) => errors[0]),
      ),
      unknownKey,
    ),
    fault(
      'forbidden-errors-missing',
      '7',
      'errors is left out of a 403',
      on(forbidden, drop('errors')),
      forbiddenRates,
    ),
    fault(
      'not-found-errors-empty-object',
      '7',
      'errors is {} in a 404',
      on(notFound, set({ errors: {} })),
      unknownPath,
    ),
  ),
];
