/** Requests that a server may reject, in the envelope, for headers that ask for nothing (which it accepts is not shown). */
import { all, on, served } from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import { enveloped } from '../../reference-server/stages.js';
import { variationsOf } from '../../variations/variation.js';

const write = variationsOf('requests');
const variant = (id: string, title: string, name: string, pattern: RegExp, status: number) =>
  write({
    id,
    title,
    section: '7: which operation can return which status is not shown',
    apply: on(all(served('listCategories', ({ headers }) => pattern.test(String(headers[name] ?? '')))), () =>
      enveloped(status, 'Rejected', [], [`${name} has a value that is not accepted here`]),
    ),
    witness: { ...listCategories, headers: { [name]: 'https://text/plain' } },
  });

export default [
  variant('foreign-origins-403', 'pages of other origins get 403', 'origin', /^https/, 403),
  variant(
    'types-without-body-415',
    'a media type without a body gets 415',
    'content-type',
    /text|form|no/,
    415,
  ),
];
