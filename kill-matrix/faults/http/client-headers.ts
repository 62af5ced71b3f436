/** Fields that clients and proxies send with any request, and what they must not change (RFC 9110). */
import type { Call } from '../../reference-server/stages.js';
import { on, page, success, all } from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const fault = faultsOf('headers of clients');
const sent = (when: (call: Call) => boolean) => all(success, (_answer, call) => when(call));
const withFields = (headers: Step['headers'], step: Step = listCategories): Step => ({
  ...step,
  headers: { ...step.headers, ...headers },
});

export default [
  fault({
    id: 'no-coding-wanted-406',
    section: 'RFC 9110, 12.5.3',
    title: 'a client that wants no content coding is refused',
    foundOnlyBy: 'requests/spellings',
    apply: on(
      sent(({ headers }) => /^identity\b/.test(String(headers['accept-encoding'] ?? ''))),
      page(406, 'text/plain', 'Not acceptable'),
    ),
    witness: withFields({ 'Accept-Encoding': 'identity' }),
  }),
];
