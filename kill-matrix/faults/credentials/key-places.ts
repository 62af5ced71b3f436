/** Credentials that come in another form or place, and are taken; section 5 rule 1 knows one header with one value. */
import type { Call } from '../../reference-server/stages.js';
import { withKey } from '../../variations/requests.js';
import { faultsOf, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('places of the key', { section: '5 rule 1' });

/** Admits requests whose key the test finds at some other place or in another form. */
const admits = ({
  test,
  ...row
}: NamedFault & { test: (call: Call, good: string) => boolean; witness: Step }) =>
  write({
    ...row,
    apply: ({ authenticate }, { keys }) => ({
      authenticate: (call) => (test(call, keys.valid) ? undefined : authenticate(call)),
    }),
  });

export default [
  admits({
    id: 'key-not-needed-for-head',
    title: 'HEAD needs no key',
    foundBy: 'auth/side-doors',
    test: ({ method }) => method === 'HEAD',
    witness: withKey(null, { method: 'HEAD', path: '/categories' }),
  }),
  admits({
    id: 'key-not-needed-with-query',
    title: 'a path with a query needs no key, as the list of protected paths is exact',
    foundBy: ['auth/key-elsewhere', 'auth/side-doors'],
    test: (call) => call.operation === 'listCategories' && call.query.size > 0,
    witness: withKey(null, { method: 'GET', path: '/categories?page=1' }),
  }),
];
