/** What a 401 and a 403 say: the key and authentication are named, in message and errors (section 5 rules 3 to 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import type { Call } from '../../reference-server/stages.js';
import { all, on, set, status, type When } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, forbiddenRates, withKey } from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('words of refusals');
const { expired } = DEFAULT_KEYS;
const unauthorized = status(401);
const header = (call: Call) => String(call.headers.authorization ?? '');
const isExpired: When = (_, call) => header(call) === `Bearer ${expired}`;
const isMissing: When = (_, call) => header(call) === '';
const forRates: When = (_, call) => call.operation === 'getShippingRates';
const noKey = withKey(null);
const wrongKey = withKey('Bearer nobody');
const expiredKey = withKey(`Bearer ${expired}`);
const says = (message: string, ...errors: string[]) => set({ message, errors });

export default [
  ...foundBy(
    'auth/refusal-text',
    fault(
      'unauthorized-says-not-found',
      '5 rule 3',
      'a 401 says that the page was not found',
      on(unauthorized, says('Not found', 'The requested page was not found')),
      noKey,
    ),
    fault(
      'unauthorized-says-unknown-error',
      '5 rule 3',
      'a 401 says that an unknown error occurred',
      on(unauthorized, says('Error', 'An unknown error occurred')),
      wrongKey,
    ),
    fault(
      'unauthorized-errors-are-numbers-as-text',
      '5 rule 3',
      'errors of a 401 hold the text "401"',
      on(unauthorized, set({ errors: ['401'] })),
      noKey,
    ),
    fault(
      'unauthorized-errors-name-database',
      '5 rule 3',
      'errors of a 401 say that no row was found',
      on(unauthorized, says('Invalid request', 'No query results for model [Client]')),
      wrongKey,
    ),
    fault(
      'expired-says-server-busy',
      '5 rule 4',
      'an expired key is told that the server is busy',
      on(all(unauthorized, isExpired), says('Please try again later', 'Server busy')),
      expiredKey,
    ),
    fault(
      'expired-says-weight',
      '5 rule 4',
      'an expired key that asks for rates is told that the request is invalid',
      on(all(unauthorized, isExpired, forRates), says('Validation failed', 'The given data was invalid')),
      withKey(`Bearer ${expired}`, askRates()),
    ),
    fault(
      'unauthorized-lists-body-problem',
      '5 rule 3',
      'a 401 of rates lists the problem of the body instead of the key',
      on(all(unauthorized, forRates), says('Invalid request', 'weight is required')),
      withKey(null, askRates()),
    ),
    fault(
      'unauthorized-message-is-translation-key',
      '5 rule 3',
      'message and errors of a 401 are the name of a translation',
      on(unauthorized, says('errors.http.default', 'errors.http.default')),
      noKey,
    ),
  ),
  ...foundBy(
    ['auth/refusal-text', 'errors/message-fits'],
    fault(
      'unauthorized-says-success',
      '5 rule 3',
      'a 401 says "Success" and "No errors"',
      on(unauthorized, says('Success', 'No errors')),
      wrongKey,
    ),
    fault(
      'missing-key-message-empty',
      '5 rule 3',
      'the message is empty when the key is missing',
      on(all(unauthorized, isMissing), set({ message: '' })),
      noKey,
    ),
  ),
  ...foundBy(
    ['auth/refusal-text', 'errors/no-blank-text'],
    fault(
      'missing-key-errors-blank',
      '5 rule 3',
      'errors hold one blank text when the key is missing',
      on(all(unauthorized, isMissing), set({ errors: [' '] })),
      noKey,
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'unauthorized-errors-of-nulls',
      '2.1',
      'errors of a 401 hold null',
      on(unauthorized, set({ errors: [null] })),
      wrongKey,
    ),
    fault(
      'expired-errors-of-objects',
      '2.1',
      'errors hold an object for an expired key',
      on(all(unauthorized, isExpired), set({ errors: [{ code: 'token_expired' }] })),
      expiredKey,
    ),
    fault(
      'forbidden-errors-of-booleans',
      '2.1',
      'errors of a 403 hold false',
      on(status(403), set({ errors: [false] })),
      forbiddenRates,
    ),
  ),
  ...foundBy(
    'envelope/message',
    fault(
      'unauthorized-message-object',
      '2.1',
      'message of a 401 is an object',
      on(unauthorized, set({ message: { text: 'Invalid API key' } })),
      wrongKey,
    ),
    fault(
      'forbidden-message-null',
      '2.1',
      'message of a 403 is null',
      on(status(403), set({ message: null })),
      forbiddenRates,
    ),
  ),
  ...foundBy(
    ['envelope/errors', 'errors/message-fits'],
    fault(
      'forbidden-says-nothing',
      '7',
      'message and errors of a 403 are empty',
      on(status(403), says('')),
      forbiddenRates,
    ),
  ),
];
