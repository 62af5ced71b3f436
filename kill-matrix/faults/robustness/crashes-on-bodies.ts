/** Bodies and headers that bring the server down: 500 stands for a server error, not for bad input (7). */
import { crash, on, served, document, type When } from '../../variations/changes.js';
import { askRates, askWith, listCategories, SHIPMENT } from '../../variations/requests.js';
import type { Call } from '../../reference-server/stages.js';
import { rateRequestProblems } from '../../reference-server/validation.js';
import { faultsOf, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('robustness', { section: '7' });
const fault = ({ when, ...row }: NamedFault & { when: (call: Call) => boolean; witness: Step }) =>
  write({ ...row, apply: crash('getShippingRates', when) });

const problem =
  (test: (place: string, kind: string) => boolean) =>
  ({ body }: Call) =>
    body !== undefined && rateRequestProblems(body).some(({ path, kind }) => test(path.join('.'), kind));
const type = (call: Call) => String(call.headers['content-type'] ?? '');
const trace: When = served('getShippingRates', (call) => call.body === undefined);

export default [
  fault({
    id: 'crash-on-malformed-json',
    title: 'malformed JSON is 500',
    foundBy: ['requests/not-json', 'responses/no-server-error'],
    when: ({ body }) => body === undefined,
    witness: askRates('{"weight": '),
  }),
  fault({
    id: 'crash-on-empty-body',
    title: 'an empty body is 500',
    foundBy: ['requests/not-json', 'responses/no-server-error'],
    when: ({ text }) => text === '',
    witness: askRates(''),
  }),
  fault({
    id: 'crash-on-empty-object',
    title: 'an empty object is 500',
    foundBy: ['requests/not-json', 'responses/no-server-error'],
    when: ({ text }) => text.trim() === '{}',
    witness: askRates('{}'),
  }),
  write({
    id: 'crash-with-stack-trace',
    title: 'malformed JSON is 500 with the stack trace',
    foundBy: ['requests/not-json', 'errors/nothing-leaks', 'responses/no-server-error'],
    apply: on(
      trace,
      document(500, {
        status: false,
        message: 'Unexpected end of JSON input',
        data: [],
        errors: [
          'SyntaxError: Unexpected end of JSON input\n    at JSON.parse (<anonymous>)\n    at /srv/app/server.js:31:20',
        ],
        response_code: '500',
      }),
    ),
    witness: askRates('{'),
  }),
  fault({
    id: 'crash-on-boxes-object',
    title: 'an object for box_dimension is 500',
    foundBy: ['requests/wrong-type', 'responses/no-server-error'],
    when: problem((place, kind) => place === 'box_dimension' && kind === 'type'),
    witness: askWith('box_dimension', {}),
  }),
  fault({
    id: 'crash-on-large-body',
    title: 'a body over 16 KB is 500',
    foundBy: ['requests/large-bodies', 'responses/no-server-error'],
    when: ({ text }) => text.length > 16_384,
    witness: askWith('receiver.address', 'Long Road '.repeat(1700)),
  }),
  fault({
    id: 'crash-on-other-content-type',
    title: 'a body that is not declared as JSON is 500',
    foundBy: ['requests/other-media-type', 'responses/no-server-error'],
    when: (call) => !type(call).includes('json'),
    witness: askRates(SHIPMENT, { 'Content-Type': 'text/plain' }),
  }),
  fault({
    id: 'crash-on-form-content-type',
    title: 'a form is 500',
    foundBy: ['requests/other-media-type', 'responses/no-server-error'],
    when: (call) => type(call).includes('form'),
    witness: askRates('weight=3', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  }),
  fault({
    id: 'crash-on-missing-content-type',
    title: 'a body without Content-Type is 500',
    foundBy: ['requests/lenient-media-type', 'responses/no-server-error'],
    when: (call) => type(call) === '',
    witness: askRates(SHIPMENT, { 'Content-Type': null }),
  }),
  fault({
    id: 'crash-on-charset-parameter',
    title: 'a charset in the Content-Type of the request is 500',
    foundBy: ['requests/spellings', 'responses/no-server-error'],
    when: (call) => type(call).includes('charset'),
    witness: askRates(SHIPMENT, { 'Content-Type': 'application/json; charset=utf-8' }),
  }),
  write({
    id: 'crash-on-query',
    section: '4.1',
    title: 'an unknown query parameter is 500',
    foundBy: ['requests/unknown-query', 'responses/no-server-error'],
    apply: crash('listCategories', ({ query }) => query.size > 0),
    witness: { method: 'GET', path: '/categories?page=1' },
  }),
  write({
    id: 'crash-on-categories',
    section: '4.1',
    title: 'the category list is always 500',
    foundBy: ['requests/documented-examples', 'responses/no-server-error'],
    apply: crash('listCategories'),
    witness: listCategories,
  }),
  fault({
    id: 'crash-on-rates',
    title: 'valid rate requests are always 500',
    foundBy: ['requests/documented-examples', 'responses/no-server-error'],
    when: ({ body }) => rateRequestProblems(body).length === 0,
    witness: askRates(),
  }),
];
