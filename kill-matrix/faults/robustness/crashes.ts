/** Requests that bring the server down: 500 stands for a server error, not for bad input (7). */
import type { Call } from '../../reference-server/stages.js';
import { rateRequestProblems } from '../../reference-server/validation.js';
import { document, serverError } from '../../variations/changes.js';
import { served, type When } from '../../variations/conditions.js';
import { crash, on } from '../../variations/differences.js';
import { boxesOf, hasText, headerOf, valueAt } from '../../variations/calls.js';
import { askRates, askWith, askWithout, changed, SHIPMENT, TWO_BOXES } from '../../variations/requests.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const problem =
  (test: (place: string, kind: string) => boolean) =>
  ({ body }: Call) =>
    body !== undefined && rateRequestProblems(body).some(({ path, kind }) => test(path.join('.'), kind));
const trace: When = served('getShippingRates', (call) => call.body === undefined);
const field =
  (...path: (string | number)[]) =>
  ({ body }: Call) =>
    valueAt(body, path);
const weights = (call: Call) => [field('weight')(call), ...boxesOf(call).map((box) => box.weight)];
const name = (value: string): Step => askWith('box_dimension.0.items.0.name', value);

export default faultsOf('robustness', { section: '7' })({
  'crash-on-malformed-json': {
    title: 'malformed JSON is 500',
    foundBy: ['requests/not-json', 'responses/no-server-error'],
    crashes: ({ body }) => body === undefined,
    witness: askRates('{"weight": '),
  },
  'crash-on-any-tag': {
    title: 'a request on the condition that nothing exists is 500',
    foundBy: ['requests/unusual-heads', 'responses/no-server-error'],
    apply: on(
      (_, call) => headerOf(call, 'if-none-match') === '*' && call.operation === 'getShippingRates',
      serverError,
    ),
    witness: askRates(SHIPMENT, { 'If-None-Match': '*' }),
  },
  'crash-on-an-escaped-letter': {
    title: 'a path with a letter as an escape is 500',
    foundBy: ['requests/unusual-heads', 'responses/no-server-error'],
    apply: on((_, { target }) => /%[67][0-9a-f]/i.test(target), serverError),
    witness: { method: 'GET', path: '/cat%65gories' },
  },
  'crash-on-a-blank-in-a-number': {
    title: 'looking up a number with a blank is 500',
    foundBy: 'responses/no-server-error',
    apply: on((_, { path }) => /^\/orders\/.*%20/.test(path), serverError),
    witness: { method: 'GET', path: '/orders/DDK%200' },
  },
  'crash-on-empty-body': {
    title: 'an empty body is 500',
    foundBy: ['requests/not-json', 'responses/no-server-error'],
    crashes: ({ text }) => text === '',
    witness: askRates(''),
  },
  'crash-on-empty-object': {
    title: 'an empty object is 500',
    foundBy: ['requests/not-json', 'responses/no-server-error'],
    crashes: ({ text }) => text.trim() === '{}',
    witness: askRates('{}'),
  },
  'crash-with-stack-trace': {
    title: 'malformed JSON is 500 with the stack trace',
    foundBy: ['requests/not-json', 'errors/nothing-leaks', 'responses/no-server-error'],
    when: trace,
    change: document(500, {
      status: false,
      message: 'Unexpected end of JSON input',
      data: [],
      errors: [
        'SyntaxError: Unexpected end of JSON input\n    at JSON.parse (<anonymous>)\n    at /srv/app/server.js:31:20',
      ],
      response_code: '500',
    }),
    witness: askRates('{'),
  },
  'crash-on-boxes-object': {
    title: 'an object for box_dimension is 500',
    foundBy: ['requests/wrong-type', 'responses/no-server-error'],
    crashes: problem((place, kind) => place === 'box_dimension' && kind === 'type'),
    witness: askWith('box_dimension', {}),
  },
  'crash-on-large-body': {
    title: 'a body over 16 KB is 500',
    foundBy: ['requests/large-bodies', 'responses/no-server-error'],
    crashes: ({ text }) => text.length > 16_384,
    witness: askWith('receiver.address', 'Long Road '.repeat(1700)),
  },
  'crash-on-other-content-type': {
    title: 'a body that is not declared as JSON is 500',
    foundBy: ['requests/other-media-type', 'responses/no-server-error'],
    crashes: (call) => !headerOf(call, 'content-type').includes('json'),
    witness: askRates(SHIPMENT, { 'Content-Type': 'text/plain' }),
  },
  'crash-on-form-content-type': {
    title: 'a form is 500',
    foundBy: ['requests/other-media-type', 'responses/no-server-error'],
    crashes: (call) => headerOf(call, 'content-type').includes('form'),
    witness: askRates('weight=3', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  },
  'crash-on-missing-content-type': {
    title: 'a body without Content-Type is 500',
    foundBy: ['requests/lenient-media-type', 'responses/no-server-error'],
    crashes: (call) => headerOf(call, 'content-type') === '',
    witness: askRates(SHIPMENT, { 'Content-Type': null }),
  },
  'crash-on-charset-parameter': {
    title: 'a charset in the Content-Type of the request is 500',
    foundBy: ['requests/spellings', 'responses/no-server-error'],
    crashes: (call) => headerOf(call, 'content-type').includes('charset'),
    witness: askRates(SHIPMENT, { 'Content-Type': 'application/json; charset=utf-8' }),
  },
  'crash-on-query': {
    section: '4.1',
    title: 'an unknown query parameter is 500',
    foundBy: ['requests/unknown-query', 'responses/no-server-error'],
    apply: crash('listCategories', ({ query }) => query.size > 0),
    witness: { method: 'GET', path: '/categories?page=1' },
  },
  'crash-on-categories': {
    section: '4.1',
    title: 'the category list is always 500',
    foundBy: ['requests/documented-examples', 'responses/no-server-error'],
    apply: crash('listCategories'),
  },
  'crash-on-rates': {
    title: 'valid rate requests are always 500',
    foundBy: ['requests/documented-examples', 'responses/no-server-error'],
    crashes: ({ body }) => rateRequestProblems(body).length === 0,
  },
  'crash-on-missing-boxes': {
    title: 'a missing box_dimension is 500',
    foundBy: ['requests/missing-field', 'responses/no-server-error'],
    crashes: problem((place, kind) => place === 'box_dimension' && kind === 'missing'),
    witness: askWithout('box_dimension'),
  },
  'crash-on-missing-items': {
    title: 'missing items are 500',
    foundBy: ['requests/missing-field', 'responses/no-server-error'],
    crashes: problem((place, kind) => place.endsWith('items') && kind === 'missing'),
    witness: askWithout('box_dimension.0.items'),
  },
  'crash-on-missing-unit-price': {
    title: 'a missing unit_price is 500',
    foundBy: ['requests/missing-field', 'responses/no-server-error'],
    crashes: problem((place, kind) => place.endsWith('unit_price') && kind === 'missing'),
    witness: askWithout('box_dimension.0.items.0.unit_price'),
  },
  'crash-on-missing-zip-code': {
    title: 'a missing zip_code of the receiver is 500',
    foundBy: ['requests/missing-field', 'responses/no-server-error'],
    crashes: problem((place, kind) => place === 'receiver.zip_code' && kind === 'missing'),
    witness: askWithout('receiver.zip_code'),
  },
  'crash-on-any-missing-field': {
    title: 'any missing field is 500',
    foundBy: ['requests/missing-field', 'responses/no-server-error'],
    crashes: problem((_, kind) => kind === 'missing'),
  },
  'crash-on-items-text': {
    title: 'text for items is 500',
    foundBy: ['requests/wrong-type', 'responses/no-server-error'],
    crashes: problem((place, kind) => place.endsWith('items') && kind === 'type'),
    witness: askWith('box_dimension.0.items', 'Pen'),
  },
  'crash-on-number-for-name': {
    title: 'a number for an item name is 500',
    foundBy: ['requests/wrong-type', 'responses/no-server-error'],
    crashes: problem((place, kind) => place.endsWith('name') && kind === 'type'),
    witness: askWith('box_dimension.0.items.0.name', 7),
  },
  'crash-on-zero-weight': {
    title: 'a weight of 0 divides by zero',
    foundBy: ['requests/invalid-value', 'responses/no-server-error'],
    crashes: (call) => field('weight')(call) === 0,
    witness: askWith('weight', 0),
  },
  'crash-on-huge-weight': {
    title: 'a weight of 1e300 overflows',
    foundBy: ['requests/odd-input', 'responses/no-server-error'],
    crashes: (call) => weights(call).some((weight) => Number(weight) > 1e30),
    witness: askWith('weight', 1e300),
  },
  'crash-on-emoji': {
    title: 'an emoji does not fit the character set of the database',
    foundBy: ['requests/odd-input', 'responses/no-server-error'],
    crashes: hasText(/[\u{10000}-\u{10ffff}]/u),
    witness: name('Mug 🎁'),
  },
  'crash-on-unknown-country': {
    title: 'a country without a table of rates is 500',
    foundBy: ['requests/odd-input', 'responses/no-server-error'],
    crashes: (call) => !['US', 'BD'].includes(String(field('receiver', 'country_code')(call))),
    witness: askWith('receiver.country_code', 'AQ'),
  },
  'crash-on-unknown-field': {
    title: 'a field that nobody knows is 500',
    foundBy: ['requests/odd-input', 'responses/no-server-error'],
    crashes: ({ body }) => Object.keys(Object(body) as object).some((key) => !Object.hasOwn(SHIPMENT, key)),
    witness: askRates(changed('note', 'fragile')),
  },
  'crash-on-fraction': {
    title: 'a fractional weight is 500',
    foundBy: ['rates/valid-shipments', 'responses/no-server-error'],
    crashes: (call) =>
      weights(call).some((weight) => !Number.isInteger(weight) && typeof weight === 'number'),
    witness: askWith('weight', 3.75),
  },
  'crash-on-several-boxes': {
    title: 'two boxes are 500',
    foundBy: ['rates/valid-shipments', 'responses/no-server-error'],
    crashes: (call) => boxesOf(call).length > 1,
    witness: askRates(TWO_BOXES),
  },
  'crash-on-non-ascii': {
    title: 'text that is not ASCII is 500',
    foundBy: ['rates/valid-shipments', 'responses/no-server-error'],
    crashes: hasText(/[^\0-\x7f]/),
    witness: name('Übergröße'),
  },
  'crash-on-no-boxes': {
    title: 'an empty list of boxes is 500',
    foundBy: 'responses/no-server-error',
    crashes: ({ body }) => JSON.stringify(valueAt(body, ['box_dimension'])) === '[]',
    witness: askWith('box_dimension', []),
  },
  'crash-on-empty-text': {
    title: 'an empty text is 500',
    foundBy: 'responses/no-server-error',
    crashes: hasText(/^$/),
    witness: askWith('sender.city', ''),
  },
  'crash-on-unknown-unit': {
    title: 'an unknown weight_unit is 500',
    foundBy: ['requests/documented-examples', 'responses/no-server-error'],
    crashes: (call) => typeof field('weight_unit')(call) === 'string' && field('weight_unit')(call) !== 'LBS',
    witness: askWith('weight_unit', 'STONE'),
  },
});
