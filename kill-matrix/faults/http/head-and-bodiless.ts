/** HEAD, and responses that have no body by their status (RFC 9110 9.3.2, 15.3.5 and 15.4.5, RFC 9112 6.3). */
import { enveloped } from '../../reference-server/stages.js';
import {
  all,
  categories,
  on,
  served,
  serverError,
  status,
  success,
  type When,
} from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import { recode } from '../../variations/sending.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const fault = faultsOf('HEAD and responses without a body', { section: 'RFC 9110 9.3.2' });
const askHead: Step = { method: 'HEAD', path: '/categories' };
const askOptions: Step = { method: 'OPTIONS', path: '/categories' };
const isHead: When = (_, { method }) => method === 'HEAD';
const headOk = all(success, isHead);
const options: When = (_, { method }) => method === 'OPTIONS';
const conditional: When = served(
  'listCategories',
  ({ headers }) => headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined,
);
const askAgain: Step = { ...listCategories, headers: { 'If-None-Match': '"1"' } };

export default [
  fault({
    id: 'head-length-differs',
    section: 'RFC 9110 8.6',
    title: 'Content-Length of HEAD is one more than that of GET',
    foundOnlyBy: 'routing/head',
    apply: recode(headOk, ({ headers, bytes }) => ({
      headers: { ...headers, 'Content-Length': String(bytes.length + 1) },
    })),
    witness: askHead,
  }),
  fault({
    id: 'head-400',
    title: 'HEAD is 400 where GET is 200',
    foundBy: 'routing/head',
    apply: on(headOk, () => enveloped(400, 'Bad request', [], ['Unknown method'])),
    witness: askHead,
  }),
  fault({
    id: 'head-500',
    section: '7',
    title: 'HEAD is 500',
    foundBy: ['responses/no-server-error', 'routing/head'],
    apply: on(headOk, serverError),
    witness: askHead,
  }),
  fault({
    id: 'head-ok-for-unknown-path',
    section: '7',
    title: 'HEAD of any unknown path is 200',
    foundOnlyBy: 'routing/unknown-path',
    apply: on(all(status(404), isHead), () => enveloped(200, '', [])),
    witness: { method: 'HEAD', path: '/nothing-here' },
  }),
  fault({
    id: 'not-modified-for-any-tag',
    section: 'RFC 9110 13.1.2',
    title: 'any If-None-Match is answered with 304, whatever it names',
    foundOnlyBy: 'http/not-modified',
    apply: on(conditional, () => ({ status: 304, headers: { ETag: '"2"' }, body: {}, raw: '' })),
    witness: askAgain,
  }),
  fault({
    id: 'not-modified-before-key',
    section: '5 rule 3',
    title: 'a conditional request is 304 without a key',
    foundOnlyBy: 'auth/side-doors',
    apply: on(
      all(status(401), (_, { headers }) => headers['if-none-match'] !== undefined),
      () => ({ status: 304, headers: {}, body: {}, raw: '' }),
    ),
    witness: { ...listCategories, headers: { Authorization: null, 'If-None-Match': '"1"' } },
  }),
  fault({
    id: 'range-206-without-content-range',
    section: 'RFC 9110 15.3.7',
    title: 'a range is 206 without Content-Range',
    foundOnlyBy: 'http/ranges',
    apply: on(
      all(categories, (_, { headers }) => headers.range !== undefined),
      (answer) => ({ ...answer, status: 206, raw: JSON.stringify(answer.body).slice(0, 10) }),
    ),
    witness: { ...listCategories, headers: { Range: 'bytes=0-9' } },
  }),
  fault({
    id: 'options-500',
    section: '7',
    title: 'OPTIONS is 500',
    foundBy: ['responses/no-server-error', 'routing/options'],
    apply: on(options, serverError),
    witness: askOptions,
  }),
  fault({
    id: 'not-modified-unasked',
    section: 'RFC 9110 15.4.5',
    title: 'a list that was sent before is 304 to a request without a condition',
    foundBy: ['auth/header-name-case', 'requests/documented-examples'],
    apply: (() => {
      const again: When = (answer, call) =>
        categories(answer, call) && call.number > 1 && call.connection.requests > 1;
      return on(again, () => ({ status: 304, headers: {}, body: {}, raw: '' }));
    })(),
    witness: { ...listCategories, times: 2, sent: 'on one connection' },
  }),
];
