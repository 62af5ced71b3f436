/** The envelopes of 401, 403 and 404 (sections 2.1, 5 and 7). */
import { alter, drop, failure, httpStatus, on, restatus, set, status } from '../changes.js';
import { forbiddenRates, unknownPath, withKey } from '../requests.js';
import { variationsOf } from '../variation.js';

const fault = variationsOf('envelope of errors');
const unauthorized = status(401);
const forbidden = status(403);
const notFound = status(404);
const unknownKey = withKey('Bearer nobody');
const texts = (change: (errors: string[]) => unknown) =>
  alter('errors', (errors) => change(errors as string[]));

export const refusalFaults = [
  fault(
    'every-error-http-200',
    '7',
    'every error comes with HTTP 200',
    on(failure, httpStatus(200)),
    unknownKey,
  ),
  fault('every-error-400', '5 rule 3', 'every error comes with 400', on(failure, restatus(400)), unknownKey),
  fault('unauthorized-403', '5 rule 3', 'an invalid key is 403', on(unauthorized, restatus(403)), unknownKey),
  fault(
    'unauthorized-http-403',
    '5 rule 3',
    'an invalid key is HTTP 403, response_code says "401"',
    on(unauthorized, httpStatus(403)),
    unknownKey,
  ),
  fault('unauthorized-400', '5 rule 3', 'an invalid key is 400', on(unauthorized, restatus(400)), unknownKey),
  fault('unauthorized-404', '5 rule 3', 'an invalid key is 404', on(unauthorized, restatus(404)), unknownKey),
  fault(
    'unauthorized-status-true',
    '5 rule 3',
    'status is true in a 401',
    on(unauthorized, set({ status: true })),
    unknownKey,
  ),
  fault(
    'unauthorized-message-missing',
    '5 rule 3',
    'message is left out of a 401',
    on(unauthorized, drop('message')),
    unknownKey,
  ),
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
    'forbidden-data-null',
    '7',
    'data is null in a 403',
    on(forbidden, set({ data: null })),
    forbiddenRates,
  ),
  fault(
    'forbidden-errors-missing',
    '7',
    'errors is left out of a 403',
    on(forbidden, drop('errors')),
    forbiddenRates,
  ),
  fault(
    'forbidden-code-401',
    '7 rule 1',
    'response_code is "401" in a 403',
    on(forbidden, set({ response_code: '401' })),
    forbiddenRates,
  ),
  fault(
    'forbidden-status-true',
    '7',
    'status is true in a 403',
    on(forbidden, set({ status: true })),
    forbiddenRates,
  ),
  fault(
    'not-found-errors-empty-object',
    '7',
    'errors is {} in a 404',
    on(notFound, set({ errors: {} })),
    unknownPath,
  ),
  fault('not-found-data-null', '7', 'data is null in a 404', on(notFound, set({ data: null })), unknownPath),
  fault(
    'not-found-code-number',
    '7 rule 1',
    'response_code is the number 404',
    on(notFound, set({ response_code: 404 })),
    unknownPath,
  ),
  fault(
    'not-found-status-missing',
    '2.1',
    'status is left out of a 404',
    on(notFound, drop('status')),
    unknownPath,
  ),
];
