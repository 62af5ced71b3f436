/** The words of a 401 and a 403: the key and authentication are named, in message and errors (section 5 rules 3 to 5). */
import type { Call } from '../../reference-server/stages.js';
import { all, on, set, status, type When } from '../../variations/changes.js';
import { forbiddenRates, withKey } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('words of refusals', { section: '5 rule 3' });
const unauthorized = status(401);
const header = (call: Call) => String(call.headers.authorization ?? '');
const isMissing: When = (_, call) => header(call) === '';
const noKey = withKey(null);
const wrongKey = withKey('Bearer nobody');
const says = (message: string, ...errors: string[]) => set({ message, errors });

export default [
  fault({
    id: 'unauthorized-says-success',
    title: 'a 401 says "Success" and "No errors"',
    foundBy: ['auth/refusal-text', 'errors/message-fits'],
    apply: on(unauthorized, says('Success', 'No errors')),
    witness: wrongKey,
  }),
  fault({
    id: 'missing-key-errors-blank',
    title: 'errors hold one blank text when the key is missing',
    foundBy: ['auth/refusal-text', 'errors/no-blank-text'],
    apply: on(all(unauthorized, isMissing), set({ errors: [' '] })),
    witness: noKey,
  }),
  fault({
    id: 'forbidden-says-nothing',
    section: '7',
    title: 'message and errors of a 403 are empty',
    foundBy: ['envelope/errors', 'errors/message-fits'],
    apply: on(status(403), says('')),
    witness: forbiddenRates,
  }),
];
