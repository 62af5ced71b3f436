/** Bodies and headers that bring the server down: 500 stands for a server error, not for bad input (7). */
import { crash, on, served, document, type When } from '../../variations/changes.js';
import { askRates, askWith, listCategories, SHIPMENT } from '../../variations/requests.js';
import type { Call } from '../../reference-server/stages.js';
import { rateRequestProblems } from '../../reference-server/validation.js';
import { foundBy } from '../../variations/found-by.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('robustness');
const fault = (id: string, title: string, when: (call: Call) => boolean, step: Step): Variation =>
  write(id, '7', title, crash('getShippingRates', when), step);

const problem =
  (test: (place: string, kind: string) => boolean) =>
  ({ body }: Call) =>
    body !== undefined && rateRequestProblems(body).some(({ path, kind }) => test(path.join('.'), kind));
/** How deep brackets are nested in the text. */
const depth = ({ text }: Call) => {
  let open = 0;
  let deepest = 0;
  for (const sign of text) {
    if (sign === '[' || sign === '{') deepest = Math.max(deepest, ++open);
    if (sign === ']' || sign === '}') open--;
  }
  return deepest;
};
const type = (call: Call) => String(call.headers['content-type'] ?? '');
const trace: When = served('getShippingRates', (call) => call.body === undefined);
const nested = `${'['.repeat(60)}${']'.repeat(60)}`;

export default [
  ...foundBy(
    ['requests/not-json', 'responses/no-server-error'],
    fault(
      'crash-on-malformed-json',
      'malformed JSON is 500',
      ({ body }) => body === undefined,
      askRates('{"weight": '),
    ),
    fault('crash-on-empty-body', 'an empty body is 500', ({ text }) => text === '', askRates('')),
    fault(
      'crash-on-empty-object',
      'an empty object is 500',
      ({ text }) => text.trim() === '{}',
      askRates('{}'),
    ),
    fault(
      'crash-on-list-body',
      'a list as the body is 500',
      ({ body }) => Array.isArray(body),
      askRates([SHIPMENT]),
    ),
    fault('crash-on-null-body', 'the body null is 500', ({ body }) => body === null, askRates('null')),
    fault(
      'crash-on-text-body',
      'a JSON text as the body is 500',
      ({ body }) => typeof body === 'string',
      askRates('"ship it"'),
    ),
    fault(
      'crash-on-number-body',
      'a number as the body is 500',
      ({ body }) => typeof body === 'number',
      askRates('42'),
    ),
    fault(
      'crash-on-boolean-body',
      'true as the body is 500',
      ({ body }) => typeof body === 'boolean',
      askRates('true'),
    ),
  ),
  ...foundBy(
    ['requests/not-json', 'errors/nothing-leaks', 'responses/no-server-error'],
    write(
      'crash-with-stack-trace',
      '7',
      'malformed JSON is 500 with the stack trace',
      on(
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
      askRates('{'),
    ),
  ),
  ...foundBy(
    ['requests/wrong-type', 'responses/no-server-error'],
    fault(
      'crash-on-boxes-object',
      'an object for box_dimension is 500',
      problem((place, kind) => place === 'box_dimension' && kind === 'type'),
      askWith('box_dimension', {}),
    ),
  ),
  ...foundBy(
    ['requests/large-bodies', 'responses/no-server-error'],
    fault(
      'crash-on-large-body',
      'a body over 16 KB is 500',
      ({ text }) => text.length > 16_384,
      askWith('receiver.address', 'Long Road '.repeat(1700)),
    ),
  ),
  ...foundBy(
    ['requests/odd-input', 'responses/no-server-error'],
    fault(
      'crash-on-deep-json',
      'deeply nested JSON overflows the stack',
      (call) => depth(call) > 50,
      askRates(nested),
    ),
  ),
  ...foundBy(
    ['requests/other-media-type', 'responses/no-server-error'],
    fault(
      'crash-on-other-content-type',
      'a body that is not declared as JSON is 500',
      (call) => !type(call).includes('json'),
      askRates(SHIPMENT, { 'Content-Type': 'text/plain' }),
    ),
    fault(
      'crash-on-form-content-type',
      'a form is 500',
      (call) => type(call).includes('form'),
      askRates('weight=3', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    ),
  ),
  ...foundBy(
    ['requests/lenient-media-type', 'responses/no-server-error'],
    fault(
      'crash-on-missing-content-type',
      'a body without Content-Type is 500',
      (call) => type(call) === '',
      askRates(SHIPMENT, { 'Content-Type': null }),
    ),
  ),
  ...foundBy(
    ['requests/spellings', 'responses/no-server-error'],
    fault(
      'crash-on-charset-parameter',
      'a charset in the Content-Type of the request is 500',
      (call) => type(call).includes('charset'),
      askRates(SHIPMENT, { 'Content-Type': 'application/json; charset=utf-8' }),
    ),
  ),
  ...foundBy(
    ['requests/unknown-query', 'responses/no-server-error'],
    write(
      'crash-on-query',
      '4.1',
      'an unknown query parameter is 500',
      crash('listCategories', ({ query }) => query.size > 0),
      { method: 'GET', path: '/categories?page=1' },
    ),
  ),
  ...foundBy(
    ['requests/documented-examples', 'responses/no-server-error'],
    write(
      'crash-on-categories',
      '4.1',
      'the category list is always 500',
      crash('listCategories'),
      listCategories,
    ),
    fault(
      'crash-on-rates',
      'valid rate requests are always 500',
      ({ body }) => rateRequestProblems(body).length === 0,
      askRates(),
    ),
  ),
];
