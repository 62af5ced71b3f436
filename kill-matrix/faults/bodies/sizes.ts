/** Bodies of 10 KB to 1 MB: what breaks is not the size, which is open (8), but the answer (2.1, 4, 7). */
import { enveloped } from '../../reference-server/stages.js';
import { drop, on, page, served, serverError, type When } from '../../variations/changes.js';
import { askRates, changed } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('sizes of bodies', { section: '7' });
const KB = 1024;
/** A valid body of about so many KB. */
const body = (size: number) => changed('sender.address', 'Long Road '.repeat((size * KB) / 10));
const large = (size: number) => askRates(body(size));
const over = (size: number): When => served('getShippingRates', ({ text }) => text.length > size * KB);
export default [
  fault({
    id: 'over-10-kb-500',
    title: 'a body over 10 KB is 500',
    foundBy: ['requests/far-elements', 'requests/large-bodies'],
    apply: on(over(10), serverError),
    witness: large(12),
  }),
  fault({
    id: 'over-64-kb-500',
    title: 'a body over 64 KB is 500',
    foundBy: ['requests/large-bodies', 'responses/no-server-error'],
    apply: on(over(64), serverError),
    witness: large(70),
  }),
  fault({
    id: 'over-1-mb-502',
    section: '4',
    title: 'a body over a megabyte is the 502 page of a proxy',
    foundBy: ['requests/large-bodies', 'responses/documented-status'],
    apply: on(over(1024), page(502, 'text/html', '<html><h1>502 Bad Gateway</h1></html>')),
    witness: large(1060),
  }),
  fault({
    id: 'over-1-mb-page',
    section: '2.1',
    title: 'a body over 1 MB is the 413 page of a proxy',
    foundBy: ['http/json-content-type', 'http/valid-json'],
    apply: on(over(1024), page(413, 'text/html', '<html><h1>413 Request Entity Too Large</h1></html>')),
    witness: large(1100),
  }),
  fault({
    id: 'over-1-mb-status-missing',
    section: '2.1',
    title: 'the 413 for a body over 1 MB has no status',
    foundOnlyBy: 'envelope/status-flag',
    apply: on(over(1024), (_, call) =>
      drop('status')(enveloped(413, 'Too large', [], ['body is over 1 MB']), call),
    ),
    witness: large(1100),
  }),
];
