/** Requests that a server may reject, in the envelope, for headers that ask for nothing (which it accepts is not shown). */
import { all, on, rewrite, served } from '../../variations/changes.js';
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
  write({
    id: 'indented-for-browsers',
    title: 'a client that prefers HTML gets the envelope on several lines',
    section: '4: responses are JSON, and RFC 8259 2 allows white space',
    apply: on(
      (_, { headers }) => String(headers.accept).startsWith('text/html'),
      rewrite((json) => `${JSON.stringify(JSON.parse(json), null, 2)}\n`),
    ),
    witness: { ...listCategories, headers: { Accept: 'text/html,*/*;q=0.8' } },
  }),
  variant('foreign-origins-403', 'pages of other origins get 403', 'origin', /^https/, 403),
  variant(
    'types-without-body-415',
    'a media type without a body gets 415',
    'content-type',
    /text|form|no/,
    415,
  ),
];
