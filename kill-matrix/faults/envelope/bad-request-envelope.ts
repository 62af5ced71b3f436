/** The envelope of a 400 (sections 2.1 and 7). */
import { httpStatus, on, restatus, set, status } from '../../variations/changes.js';
import { askWithout } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('envelope of errors', { section: '7' });
const bad = status(400);
const invalid = askWithout('sender.city');

export default [
  fault({
    id: 'bad-request-errors-null',
    title: 'errors is null in a 400',
    foundBy: 'envelope/errors',
    apply: on(bad, set({ errors: null })),
    witness: invalid,
  }),
  fault({
    id: 'bad-request-http-200',
    title: 'problems come with HTTP 200, the envelope says 400',
    foundBy: ['envelope/status-flag', 'envelope/errors', 'envelope/response-code'],
    apply: on(bad, httpStatus(200)),
    witness: invalid,
  }),
  fault({
    id: 'bad-request-422',
    title: 'problems come with 422',
    foundBy: ['requests/missing-field', 'requests/wrong-type', 'requests/invalid-value'],
    apply: on(bad, restatus(422)),
    witness: invalid,
  }),
  fault({
    id: 'bad-request-404',
    title: 'problems come with 404',
    foundBy: ['requests/missing-field', 'requests/wrong-type', 'requests/invalid-value'],
    apply: on(bad, restatus(404)),
    witness: invalid,
  }),
  fault({
    id: 'bad-request-500',
    title: 'problems come with 500',
    foundBy: [
      'requests/missing-field',
      'requests/wrong-type',
      'requests/invalid-value',
      'responses/no-server-error',
    ],
    apply: on(bad, restatus(500)),
    witness: invalid,
  }),
  fault({
    id: 'bad-request-message-success',
    title: 'the message of a 400 is "Success"',
    foundOnlyBy: 'errors/message-fits',
    apply: on(bad, set({ message: 'Success' })),
    witness: invalid,
  }),
];
