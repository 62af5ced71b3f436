/** Keys that are checked after one spelling of the scheme only, and refusals that come before the key's (section 5 rule 3). */
import { enveloped, type Call } from '../../reference-server/stages.js';
import { askRates, listCategories, withKey } from '../../variations/requests.js';
import { faultsOf, type NamedFault, type Step } from '../../variations/variation.js';

const write = faultsOf('spellings of the scheme', { section: '5 rule 3' });
const header = (call: Call) => String(call.headers.authorization ?? '');

/** Admits a header of one form, whatever the key in it. */
const fault = ({
  form,
  operation,
  ...row
}: NamedFault & { form: RegExp; operation?: string; witness: Step }) =>
  write({
    ...row,
    apply: ({ authenticate }) => ({
      authenticate: (call) =>
        form.test(header(call)) && (operation ?? call.operation) === call.operation
          ? undefined
          : authenticate(call),
    }),
  });

export default [
  fault({
    id: 'any-key-after-small-bearer',
    title: 'any key is admitted after bearer in small letters',
    foundOnlyBy: 'auth/unknown-key',
    form: /^bearer ./,
    witness: withKey('bearer x'),
  }),
  fault({
    id: 'any-key-after-two-spaces',
    title: 'any key is admitted after Bearer and two spaces',
    foundOnlyBy: 'auth/unknown-key',
    form: /^Bearer {2}\S/,
    witness: withKey('Bearer  x', listCategories),
  }),
  write({
    id: 'media-type-before-expired-key',
    title: 'an expired key gets 415 where the body is no JSON by its media type',
    foundOnlyBy: 'auth/before-validation',
    apply: ({ authenticate }, { keys }) => ({
      authenticate: (call) =>
        header(call) === `Bearer ${keys.expired}` && String(call.headers['content-type']).startsWith('text')
          ? enveloped(415, 'Unsupported media type', [], ['Content-Type must be application/json'])
          : authenticate(call),
    }),
    witness: withKey('Bearer Rx51-be02Z_pLm8d', askRates('x', { 'Content-Type': 'text/plain' })),
  }),
];
