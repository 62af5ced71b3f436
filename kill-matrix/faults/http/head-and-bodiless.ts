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
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { listCategories, withKey } from '../../variations/requests.js';
import { hang, hangUp, head, recode, sendAfter, sendAsIs, sendRaw } from '../../variations/sending.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('HEAD and responses without a body');
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
  foundOnlyBy(
    'http/complete-message',
    fault(
      'head-with-body-and-end',
      'RFC 9110 9.3.2',
      'the response to HEAD has the body of GET, and the connection ends',
      sendAsIs(headOk, (wire) => [head(wire), wire.bytes]),
      askHead,
    ),
  ),
  foundOnlyBy(
    'http/complete-message',
    fault(
      'head-in-chunks-with-end',
      'RFC 9110 9.3.2',
      'the response to HEAD ends in a last chunk',
      sendAsIs(headOk, (wire) => [
        head(wire, { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }),
        '0\r\n\r\n',
      ]),
      askHead,
    ),
  ),

  ...foundBy(
    'http/complete-message',
    fault(
      'head-of-error-with-body',
      'RFC 9110 9.3.2',
      'the 401 of a HEAD has a body',
      sendAfter(all(status(401), isHead), (wire) => wire.bytes),
      withKey(null, askHead),
    ),
    fault(
      'options-204-with-chunks',
      'RFC 9112 6.1',
      'OPTIONS is 204 in chunks',
      sendRaw(options, () => [
        `HTTP/1.1 204 No Content\r\nDate: ${new Date().toUTCString()}\r\nAllow: GET, HEAD\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      ]),
      askOptions,
    ),
  ),
  foundOnlyBy(
    'routing/head',
    fault(
      'head-length-differs',
      'RFC 9110 8.6',
      'Content-Length of HEAD is one more than that of GET',
      recode(headOk, ({ headers, bytes }) => ({
        headers: { ...headers, 'Content-Length': String(bytes.length + 1) },
      })),
      askHead,
    ),
  ),
  ...foundBy(
    'routing/head',
    fault(
      'head-400',
      'RFC 9110 9.3.2',
      'HEAD is 400 where GET is 200',
      on(headOk, () => enveloped(400, 'Bad request', [], ['Unknown method'])),
      askHead,
    ),
    fault(
      'head-204',
      'RFC 9110 9.3.2',
      'HEAD is 204 where GET is 200',
      on(headOk, () => ({ ...enveloped(204, '', []), raw: '' })),
      askHead,
    ),
  ),
  ...foundBy(
    ['responses/no-server-error', 'routing/head'],
    fault('head-500', '7', 'HEAD is 500', on(headOk, serverError), askHead),
  ),
  foundOnlyBy(
    'routing/unknown-path',
    fault(
      'head-ok-for-unknown-path',
      '7',
      'HEAD of any unknown path is 200',
      on(all(status(404), isHead), () => enveloped(200, '', [])),
      { method: 'HEAD', path: '/nothing-here' },
    ),
  ),
  foundOnlyBy(
    'http/not-modified',
    fault(
      'not-modified-for-any-tag',
      'RFC 9110 13.1.2',
      'any If-None-Match is answered with 304, whatever it names',
      on(conditional, () => ({ status: 304, headers: { ETag: '"2"' }, body: {}, raw: '' })),
      askAgain,
    ),
  ),
  foundOnlyBy(
    'auth/side-doors',
    fault(
      'not-modified-before-key',
      '5 rule 3',
      'a conditional request is 304 without a key',
      on(
        all(status(401), (_, { headers }) => headers['if-none-match'] !== undefined),
        () => ({ status: 304, headers: {}, body: {}, raw: '' }),
      ),
      { ...listCategories, headers: { Authorization: null, 'If-None-Match': '"1"' } },
    ),
  ),
  foundOnlyBy(
    'http/ranges',
    fault(
      'range-206-without-content-range',
      'RFC 9110 15.3.7',
      'a range is 206 without Content-Range',
      on(
        all(categories, (_, { headers }) => headers.range !== undefined),
        (answer) => ({ ...answer, status: 206, raw: JSON.stringify(answer.body).slice(0, 10) }),
      ),
      { ...listCategories, headers: { Range: 'bytes=0-9' } },
    ),
  ),

  ...foundBy(
    'http/answers',
    fault('head-never-answered', 'RFC 9110 9.3.2', 'HEAD is never answered', hang(headOk), askHead),
    fault('head-hangs-up', 'RFC 9110 9.3.2', 'the connection closes on HEAD', hangUp(headOk), askHead),
  ),
  ...foundBy(
    ['http/complete-message', 'http/valid-json'],
    fault(
      'options-204-never-ends',
      'RFC 9112 6.3',
      'OPTIONS is 204 with the length of a body that never comes',
      sendAfter(options, () => '{"allow": "GET"}'),
      { ...askOptions, times: 2, sent: 'on one connection' },
    ),
  ),
  ...foundBy(
    ['responses/no-server-error', 'routing/options'],
    fault('options-500', '7', 'OPTIONS is 500', on(options, serverError), askOptions),
  ),
  ...foundBy(
    ['auth/header-name-case', 'requests/documented-examples'],
    fault(
      'not-modified-unasked',
      'RFC 9110 15.4.5',
      'a list that was sent before is 304 to a request without a condition',
      (() => {
        const again: When = (answer, call) =>
          categories(answer, call) && call.number > 1 && call.connection.requests > 1;
        return on(again, () => ({ status: 304, headers: {}, body: {}, raw: '' }));
      })(),
      { ...listCategories, times: 2, sent: 'on one connection' },
    ),
  ),
];
