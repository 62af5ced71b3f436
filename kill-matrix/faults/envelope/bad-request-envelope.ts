/** The envelope of a 400 (sections 2.1 and 7). */
import {
  alter,
  drop,
  httpStatus,
  on,
  rename,
  reshape,
  restatus,
  set,
  status,
} from '../../variations/changes.js';
import { askWithout } from '../../variations/requests.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('envelope of errors');
const bad = status(400);
const invalid = askWithout('sender.city');
const texts = (change: (errors: string[]) => unknown) =>
  alter('errors', (errors) => change(errors as string[]));

export default [
  ...foundBy(
    'envelope/status-flag',
    fault('bad-request-status-true', '7', 'status is true in a 400', on(bad, set({ status: true })), invalid),
    fault(
      'bad-request-status-text',
      '2.1',
      'status is "error" in a 400',
      on(bad, set({ status: 'error' })),
      invalid,
    ),
    fault(
      'bad-request-status-missing',
      '2.1',
      'status is left out of a 400',
      on(bad, drop('status')),
      invalid,
    ),
    fault(
      'bad-request-status-number',
      '2.1',
      'status is 400 in a 400',
      on(bad, set({ status: 400 })),
      invalid,
    ),
  ),
  ...foundBy(
    'envelope/message',
    fault(
      'bad-request-message-null',
      '2.1',
      'message is null in a 400',
      on(bad, set({ message: null })),
      invalid,
    ),
    fault(
      'bad-request-message-missing',
      '2.1',
      'message is left out of a 400',
      on(bad, drop('message')),
      invalid,
    ),
    fault(
      'bad-request-message-list',
      '2.1',
      'message is the list of problems',
      on(
        bad,
        reshape((b) => ({ ...b, message: b.errors })),
      ),
      invalid,
    ),
  ),
  ...foundBy(
    'envelope/data',
    fault('bad-request-data-null', '7', 'data is null in a 400', on(bad, set({ data: null })), invalid),
    fault('bad-request-data-object', '7', 'data is {} in a 400', on(bad, set({ data: {} })), invalid),
    fault('bad-request-data-missing', '7', 'data is left out of a 400', on(bad, drop('data')), invalid),
    fault(
      'bad-request-data-filled',
      '7',
      'data holds the problems of a 400',
      on(bad, set({ data: [{ code: 'invalid' }] })),
      invalid,
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'bad-request-errors-by-field',
      '7',
      'errors is an object with a list for each field',
      on(
        bad,
        texts((errors) => Object.fromEntries(errors.map((text) => [text.split(' ')[0], [text]]))),
      ),
      invalid,
    ),
    fault(
      'bad-request-errors-text',
      '7',
      'errors is one text',
      on(
        bad,
        texts((errors) => errors[0]),
      ),
      invalid,
    ),
    fault(
      'bad-request-errors-objects',
      '7',
      'errors holds objects',
      on(
        bad,
        texts((errors) => errors.map((message) => ({ field: message.split(' ')[0], message }))),
      ),
      invalid,
    ),
    fault(
      'bad-request-errors-nested',
      '7',
      'errors holds lists',
      on(
        bad,
        texts((errors) => errors.map((text) => [text])),
      ),
      invalid,
    ),
    fault(
      'bad-request-errors-end-in-null',
      '7',
      'errors ends in null',
      on(
        bad,
        texts((errors) => [...errors, null]),
      ),
      invalid,
    ),
    fault('bad-request-errors-null', '7', 'errors is null in a 400', on(bad, set({ errors: null })), invalid),
    fault('bad-request-errors-missing', '7', 'errors is left out of a 400', on(bad, drop('errors')), invalid),
    fault(
      'bad-request-errors-empty',
      '7 rule 2',
      'errors is empty in a 400',
      on(bad, set({ errors: [] })),
      invalid,
    ),
    fault(
      'bad-request-errors-singular',
      '2.1',
      'the list is called error',
      on(
        bad,
        reshape((b) => rename(b, 'errors', 'error')),
      ),
      invalid,
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    fault(
      'bad-request-code-number',
      '7 rule 1',
      'response_code is the number 400',
      on(bad, set({ response_code: 400 })),
      invalid,
    ),
    fault(
      'bad-request-code-200',
      '7 rule 1',
      'response_code is "200" in a 400',
      on(bad, set({ response_code: '200' })),
      invalid,
    ),
    fault(
      'bad-request-code-422',
      '7 rule 1',
      'response_code is "422" in a 400',
      on(bad, set({ response_code: '422' })),
      invalid,
    ),
    fault(
      'bad-request-code-word',
      '7 rule 1',
      'response_code is "VALIDATION_ERROR"',
      on(bad, set({ response_code: 'VALIDATION_ERROR' })),
      invalid,
    ),
    fault(
      'bad-request-code-missing',
      '2.1',
      'response_code is left out of a 400',
      on(bad, drop('response_code')),
      invalid,
    ),
  ),
  ...foundBy(
    ['envelope/status-flag', 'envelope/errors', 'envelope/response-code'],
    fault(
      'bad-request-http-200',
      '7',
      'problems come with HTTP 200, the envelope says 400',
      on(bad, httpStatus(200)),
      invalid,
    ),
  ),
  ...foundBy(
    ['requests/missing-field', 'requests/wrong-type', 'requests/invalid-value'],
    fault('bad-request-422', '7', 'problems come with 422', on(bad, restatus(422)), invalid),
    fault('bad-request-404', '7', 'problems come with 404', on(bad, restatus(404)), invalid),
  ),
  ...foundBy(
    ['requests/missing-field', 'requests/wrong-type', 'requests/invalid-value', 'responses/no-server-error'],
    fault('bad-request-500', '7', 'problems come with 500', on(bad, restatus(500)), invalid),
  ),
  foundOnlyBy(
    'errors/message-fits',
    fault(
      'bad-request-message-success',
      '7',
      'the message of a 400 is "Success"',
      on(bad, set({ message: 'Success' })),
      invalid,
    ),
  ),
];
