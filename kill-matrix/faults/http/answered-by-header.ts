/** Pages and errors because of a header or an escape that changes nothing about what is asked for (sections 2.1 and 4). */
import { on, page, serverError, type Change } from '../../variations/changes.js';
import { askRates, listCategories, withKey } from '../../variations/requests.js';
import type { Call } from '../../reference-server/stages.js';
import { faultsOf, type NamedFault, type Step } from '../../variations/variation.js';

const write = faultsOf('answers by header', { section: '4' });
const header = (call: Call, name: string) => String(call.headers[name] ?? '');
const plain: Change = (answer) => page(answer.status, 'text/plain', 'See the log')();
const fault = ({
  when,
  change = plain,
  ...row
}: NamedFault & { when: (call: Call, status: number) => boolean; change?: Change; witness: Step }) =>
  write({ ...row, apply: on((answer, call) => when(call, answer.status), change) });
const wants = (call: Call, type: string) => header(call, 'accept').includes(type);
const inPath = (target: string, text: string) => (target.split('?', 1)[0] ?? '').includes(text);
const both = 'text/html,text/plain,*/*';

export default [
  fault({
    id: 'accept-html-page-for-forbidden',
    title: 'a browser without permission gets a page',
    foundBy: ['http/json-content-type', 'http/valid-json'],
    when: (call, status) => status === 403 && wants(call, 'text/html'),
    witness: withKey('Bearer Rl80-d4eTn_qYh6s', askRates(undefined, { Accept: both })),
  }),
  fault({
    id: 'trace-breaks-rates',
    title: 'rates fail for a request with an identifier for tracing',
    foundBy: 'responses/no-server-error',
    when: (call) => call.operation === 'getShippingRates' && header(call, 'traceparent') !== '',
    change: serverError,
    witness: askRates(undefined, { Traceparent: '00-1-2-01' }),
  }),
  fault({
    id: 'origin-gets-text',
    title: 'a page of another origin gets plain text',
    foundBy: ['http/json-content-type', 'http/valid-json'],
    when: (call) => header(call, 'origin') !== '',
    witness: { ...listCategories, headers: { Origin: 'https://a.example.com' } },
  }),
  fault({
    id: 'escaped-letter-in-path-gets-text',
    title: 'an unknown path with an escaped é gets plain text',
    foundBy: ['http/json-content-type', 'http/valid-json'],
    when: ({ target }) => inPath(target, '%C3%A9'),
    witness: { method: 'GET', path: '/caf%C3%A9' },
  }),
  fault({
    id: 'path-that-is-not-utf-8-crashes',
    section: '7',
    title: 'a path with an escape that is not UTF-8 is 500',
    foundBy: ['routing/odd-path', 'responses/no-server-error'],
    when: ({ target }) => inPath(target, '%ff'),
    change: serverError,
    witness: { method: 'GET', path: '/caf%ff' },
  }),
];
