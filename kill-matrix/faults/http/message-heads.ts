/** Status lines and headers that break a client (RFC 9112 2 to 6). */
import { status, type When } from '../../variations/changes.js';
import { unknownPath } from '../../variations/requests.js';
import { head, sendRaw } from '../../variations/sending.js';
import type { Wire } from '../../reference-server/stages.js';
import { faultsOf, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('framing');
/** Sends the message with another head, and the connection ends. */
const headed = ({
  when,
  change,
  ...row
}: NamedFault & {
  when: When;
  change: (text: string, wire: Wire) => string;
  witness: Step;
  section: string;
}) => write({ ...row, apply: sendRaw(when, (wire) => [change(head(wire), wire), wire.bytes]) });

export default [
  headed({
    id: 'status-out-of-range',
    section: 'RFC 9110 15',
    title: 'the status of an unknown path is 999',
    foundBy: ['responses/documented-status', 'routing/unknown-path'],
    when: status(404),
    change: (text) => text.replace('404 Not Found', '999 Request denied'),
    witness: unknownPath,
  }),
];
