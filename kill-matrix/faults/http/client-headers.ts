/** Fields that clients and proxies send with any request, and what they must not change (RFC 9110). */
import type { Call } from '../../reference-server/stages.js';
import { on, page, serverError, success, all } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { listCategories } from '../../variations/requests.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('headers of clients');
const sent = (when: (call: Call) => boolean) => all(success, (_answer, call) => when(call));
const withFields = (headers: Step['headers'], step: Step = listCategories): Step => ({
  ...step,
  headers: { ...step.headers, ...headers },
});

export default [
  ...foundBy(
    'requests/unusual-heads',
    fault(
      'any-cookie-500',
      'RFC 6265, 5.4',
      'a request with a cookie makes the server fail',
      on(
        sent(({ headers }) => headers.cookie !== undefined),
        serverError,
      ),
      withFields({ Cookie: 'theme=dark' }),
    ),
  ),
  ...foundBy(
    'http/json-content-type',
    fault(
      'empty-field-400',
      'RFC 9110, 5.5',
      'a request with an empty field that the server need not know is refused with a page',
      on(
        sent(({ headerLines }) => headerLines.some(([name, value]) => /^x-/i.test(name) && value === '')),
        page(400, 'text/html', '<h1>400 Bad Request</h1>'),
      ),
      withFields({ 'X-Note': '' }),
    ),
  ),
  ...foundBy(
    'requests/spellings',
    fault(
      'no-coding-wanted-406',
      'RFC 9110, 12.5.3',
      'a client that wants no content coding is refused',
      on(
        sent(({ headers }) => /^identity\b/.test(String(headers['accept-encoding'] ?? ''))),
        page(406, 'text/plain', 'Not acceptable'),
      ),
      withFields({ 'Accept-Encoding': 'identity' }),
    ),
  ),
];
