/** Bodies of 10 to 400 KB: what breaks is not the size, which is open (8), but the answer (2.1, 4, 7). */
import {
  all,
  document,
  drop,
  eachWith,
  on,
  overlook,
  page,
  restatus,
  served,
  serverError,
  set,
  status,
  success,
  type When,
} from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, changed, withKey } from '../../variations/requests.js';
import { hang, hangUp, head, sendRaw } from '../../variations/sending.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('sizes of bodies');
const KB = 1024;
/** A valid body of about so many KB. */
const body = (size: number) => changed('sender.address', 'Long Road '.repeat((size * KB) / 10));
const large = (size: number) => askRates(body(size));
const over = (size: number): When => served('getShippingRates', ({ text }) => text.length > size * KB);
const ratesOver = (size: number) => all(success, over(size));
export default [
  ...foundBy(
    ['requests/far-elements', 'requests/large-bodies'],
    fault('over-10-kb-500', '7', 'a body over 10 KB is 500', on(over(10), serverError), large(12)),
  ),
  ...foundBy(
    ['requests/large-bodies', 'responses/no-server-error'],
    fault('over-64-kb-500', '7', 'a body over 64 KB is 500', on(over(64), serverError), large(70)),
  ),
  ...foundBy(
    ['envelope/data', 'envelope/status-flag'],
    fault(
      'over-100-kb-express-error',
      '2.1',
      'Express: a body over 100 KB is 413 with only a message',
      on(
        over(100),
        document(413, { message: 'request entity too large', expected: 110_000, limit: 102_400 }),
      ),
      large(110),
    ),
  ),
  ...foundBy(
    ['errors/nothing-leaks', 'http/json-content-type'],
    fault(
      'over-50-kb-html',
      '4',
      'a body over 50 KB is an HTML page of 413',
      on(over(50), page(413, 'text/html', '<html><h1>413 Request Entity Too Large</h1></html>')),
      large(60),
    ),
  ),
  ...foundBy(
    'http/answers',
    fault(
      'over-128-kb-hangs-up',
      '4',
      'the connection closes on a body over 128 KB',
      hangUp(over(128)),
      large(140),
    ),
    fault(
      'over-200-kb-never-answered',
      '4',
      'a body over 200 KB is never answered',
      hang(over(200)),
      large(220),
    ),
    fault(
      'large-body-with-wrong-key-hangs-up',
      '5 rule 3',
      'the connection closes on a body over 64 KB with a wrong key',
      hangUp(all(status(401), (_, { text }) => text.length > 64 * KB)),
      withKey('Bearer nobody', large(70)),
    ),
    fault(
      'large-malformed-never-answered',
      '7',
      'malformed JSON over 10 KB is never answered',
      hang(
        all(
          status(400),
          served(
            'getShippingRates',
            ({ text, body: parsed }) => parsed === undefined && text.length > 10 * KB,
          ),
        ),
      ),
      askRates(JSON.stringify(body(12)).slice(0, -1)),
    ),
  ),
  ...foundBy(
    'requests/invalid-in-any-form',
    fault(
      'over-64-kb-not-validated',
      '4.2 rule 1',
      'a body over 64 KB is not validated, to save time',
      ({ validate }) => ({ validate: (call) => (call.text.length > 64 * KB ? [] : validate(call)) }),
      askRates(changed('weight', undefined, body(70))),
    ),
    fault(
      'over-10-kb-types-unchecked',
      '4.2 rule 1',
      'types are not checked in bodies over 10 KB',
      overlook(({ kind }, { text }) => kind === 'type' && text.length > 10 * KB),
      askRates(changed('weight', 'x', body(12))),
    ),
  ),
  ...foundBy(
    'http/valid-json',
    fault(
      'large-body-without-key-413-page',
      '5 rule 3',
      'a body over 100 KB without a key is an HTML page of 413',
      on(
        all(status(401), (_, { text }) => text.length > 100 * KB),
        page(413, 'text/html', '<h1>413</h1>'),
      ),
      withKey(null, large(110)),
    ),
  ),
  ...foundBy(
    'errors/names-field',
    fault(
      'large-error-as-text',
      '4',
      'the 400 of a body over 30 KB is plain text',
      on(all(status(400), over(30)), page(400, 'text/plain', 'Bad Request')),
      askRates(changed('weight', 'x', body(40))),
    ),
  ),
  ...foundBy(
    ['requests/large-bodies', 'responses/documented-status'],
    fault(
      'over-256-kb-502',
      '4',
      'a body over 256 KB is the 502 page of a proxy',
      on(over(256), page(502, 'text/html', '<html><h1>502 Bad Gateway</h1></html>')),
      large(280),
    ),
  ),
  ...foundBy(
    'http/valid-json',
    fault(
      'over-32-kb-empty-answer',
      '4',
      'rates for a body over 32 KB are an empty 200',
      on(ratesOver(32), page(200, 'application/json', '')),
      large(40),
    ),
    fault(
      'over-64-kb-413-empty',
      '2.1',
      'the 413 of a body over 64 KB has no body',
      on(over(64), page(413, 'application/json', '')),
      large(90),
    ),
  ),
  ...foundBy(
    'envelope/data',
    fault(
      'over-20-kb-data-missing',
      '2.1',
      'data is left out of rates for a body over 20 KB',
      on(ratesOver(20), drop('data')),
      large(24),
    ),
  ),
  ...foundBy(
    'rates/fields',
    fault(
      'over-16-kb-request-id-null',
      '2.3',
      'request_id is null for a body over 16 KB',
      on(ratesOver(16), eachWith({ request_id: null })),
      large(20),
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    fault(
      'over-100-kb-413-code-400',
      '7 rule 1',
      'a body over 100 KB is 413 with response_code "400"',
      on(over(100), (answer, call) => ({
        ...restatus(400)(
          set({ status: false, data: [], message: 'Too large', errors: ['body is too large'] })(answer, call),
          call,
        ),
        status: 413,
      })),
      large(120),
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'over-100-kb-413-errors-empty',
      '7',
      'a body over 100 KB is 413 without errors',
      on(over(100), (answer, call) =>
        restatus(413)(
          set({ status: false, data: [], message: 'Payload too large', errors: [] })(answer, call),
          call,
        ),
      ),
      large(130),
    ),
  ),
  ...foundBy(
    'envelope/status-flag',
    fault(
      'over-64-kb-413-status-true',
      '2.1',
      'status is true in the 413 of a body over 64 KB',
      on(over(64), (answer, call) =>
        restatus(413)(
          set({ data: [], message: 'Payload too large', errors: ['body is too large'] })(answer, call),
          call,
        ),
      ),
      large(80),
    ),
  ),
  ...foundBy(
    ['http/complete-message', 'http/valid-json'],
    fault(
      'over-300-kb-answer-cut',
      'RFC 9112 8',
      'the answer to a body over 300 KB is cut',
      sendRaw(over(300), (wire) => [head(wire), wire.bytes.subarray(0, 60)]),
      large(320),
    ),
  ),
];
