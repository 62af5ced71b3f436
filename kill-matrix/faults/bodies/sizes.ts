/** Bodies of 10 to 400 KB, and many boxes and items: what breaks is not the size, which is open (8), but the answer (2.1, 4, 7). */
import type { Call } from '../../reference-server/stages.js';
import {
  all,
  crash,
  document,
  drop,
  eachWith,
  failure,
  on,
  overlook,
  page,
  rates,
  restatus,
  served,
  serverError,
  set,
  status,
  success,
  withErrors,
  type When,
} from '../../variations/changes.js';
import { firstContact } from '../../variations/found-by.js';
import { askRates, boxesOf, changed, SHIPMENT, withKey } from '../../variations/requests.js';
import { hang, hangUp, head, sendRaw } from '../../variations/sending.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('sizes of bodies');
const KB = 1024;
const [box] = SHIPMENT.box_dimension;
const [item] = box?.items ?? [];
/** A valid body of about so many KB. */
const body = (size: number) => changed('sender.address', 'Long Road '.repeat((size * KB) / 10));
const large = (size: number) => askRates(body(size));
const over = (size: number): When => served('getShippingRates', ({ text }) => text.length > size * KB);
const ratesOver = (size: number) => all(success, over(size));
const withBoxes = (count: number) =>
  askRates({ ...SHIPMENT, box_dimension: Array<unknown>(count).fill(box) });
const withItems = (count: number) =>
  askRates(changed('box_dimension.0.items', Array<unknown>(count).fill(item)));
const mostItems = (call: Call) =>
  Math.max(0, ...boxesOf(call).map(({ items }) => (Array.isArray(items) ? items.length : 0)));
const invalidBoxes = (count: number) =>
  askRates({ ...SHIPMENT, box_dimension: Array<unknown>(count).fill({ ...box, weight: 'x' }) });

export default firstContact(
  fault('over-10-kb-500', '7', 'a body over 10 KB is 500', on(over(10), serverError), large(12)),
  fault('over-64-kb-500', '7', 'a body over 64 KB is 500', on(over(64), serverError), large(70)),
  fault(
    'over-100-kb-express-error',
    '2.1',
    'Express: a body over 100 KB is 413 with only a message',
    on(over(100), document(413, { message: 'request entity too large', expected: 110_000, limit: 102_400 })),
    large(110),
  ),
  fault(
    'over-50-kb-html',
    '4',
    'a body over 50 KB is an HTML page of 413',
    on(over(50), page(413, 'text/html', '<html><h1>413 Request Entity Too Large</h1></html>')),
    large(60),
  ),
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
    'over-256-kb-502',
    '4',
    'a body over 256 KB is the 502 page of a proxy',
    on(over(256), page(502, 'text/html', '<html><h1>502 Bad Gateway</h1></html>')),
    large(280),
  ),
  fault(
    'over-32-kb-empty-answer',
    '4',
    'rates for a body over 32 KB are an empty 200',
    on(ratesOver(32), page(200, 'application/json', '')),
    large(40),
  ),
  fault(
    'over-20-kb-data-missing',
    '2.1',
    'data is left out of rates for a body over 20 KB',
    on(ratesOver(20), drop('data')),
    large(24),
  ),
  fault(
    'over-16-kb-request-id-null',
    '2.3',
    'request_id is null for a body over 16 KB',
    on(ratesOver(16), eachWith({ request_id: null })),
    large(20),
  ),
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
  fault(
    'over-64-kb-413-empty',
    '2.1',
    'the 413 of a body over 64 KB has no body',
    on(over(64), page(413, 'application/json', '')),
    large(90),
  ),
  fault(
    'over-300-kb-answer-cut',
    'RFC 9112 8',
    'the answer to a body over 300 KB is cut',
    sendRaw(over(300), (wire) => [head(wire), wire.bytes.subarray(0, 60)]),
    large(320),
  ),
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
  fault(
    'large-body-with-wrong-key-hangs-up',
    '5 rule 3',
    'the connection closes on a body over 64 KB with a wrong key',
    hangUp(all(status(401), (_, { text }) => text.length > 64 * KB)),
    withKey('Bearer nobody', large(70)),
  ),
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
  fault(
    'large-error-as-text',
    '4',
    'the 400 of a body over 30 KB is plain text',
    on(all(status(400), over(30)), page(400, 'text/plain', 'Bad Request')),
    askRates(changed('weight', 'x', body(40))),
  ),
  fault(
    'large-malformed-never-answered',
    '7',
    'malformed JSON over 10 KB is never answered',
    hang(
      all(
        status(400),
        served('getShippingRates', ({ text, body: parsed }) => parsed === undefined && text.length > 10 * KB),
      ),
    ),
    askRates(JSON.stringify(body(12)).slice(0, -1)),
  ),
  fault(
    'fifty-items-500',
    '7',
    'fifty items or more in one box are 500',
    crash('getShippingRates', (call) => mostItems(call) >= 50),
    withItems(50),
  ),
  fault(
    'hundred-items-rates-twice',
    '2.3',
    'from a hundred items in one box each rate is listed twice',
    on(
      all(rates, (_, call) => mostItems(call) >= 100),
      (answer) => ({
        ...answer,
        body: {
          ...answer.body,
          data: [...(answer.body.data as object[]), ...(answer.body.data as object[])],
        },
      }),
    ),
    withItems(100),
  ),
  fault(
    'thirty-items-charge-text',
    '2.3',
    'shipping_charge is text from thirty items in one box',
    on(
      all(rates, (_, call) => mostItems(call) >= 30),
      eachWith({ shipping_charge: '1,024.00' }),
    ),
    withItems(30),
  ),
  fault(
    'forty-items-404',
    '7',
    'a box of forty items or more is 404',
    on(
      served('getShippingRates', (call) => mostItems(call) >= 40),
      (answer, call) =>
        restatus(404)(set({ status: false, data: [], errors: ['Not found'] })(answer, call), call),
    ),
    withItems(40),
  ),
  fault(
    'thirty-boxes-500',
    '7',
    'thirty boxes or more are 500',
    crash('getShippingRates', (call) => boxesOf(call).length >= 30),
    withBoxes(30),
  ),
  fault(
    'forty-boxes-data-null',
    '2.1',
    'data is null from forty boxes on',
    on(
      all(rates, (_, call) => boxesOf(call).length >= 40),
      set({ data: null }),
    ),
    withBoxes(40),
  ),
  fault(
    'twenty-boxes-504',
    '4',
    'twenty boxes or more take too long: an HTML page of 504',
    on(
      served('getShippingRates', (call) => boxesOf(call).length >= 20),
      page(504, 'text/html', '<h1>504 Gateway Time-out</h1>'),
    ),
    withBoxes(20),
  ),
  fault(
    'problems-capped-at-ten',
    '7 rule 2',
    'no more than ten problems are listed',
    withErrors((texts) => texts.slice(0, 10)),
    invalidBoxes(12),
  ),
  fault(
    'problems-of-many-boxes-summed-up',
    '7 rule 2',
    'from five problems of boxes on there is one string with their number',
    withErrors((texts) =>
      texts.filter((text) => text.startsWith('box_dimension[')).length >= 5
        ? [`box_dimension has ${texts.length} problems`]
        : texts,
    ),
    invalidBoxes(6),
  ),
  fault(
    'long-error-list-500',
    '7',
    'an error list over 1,500 characters is 500',
    on(
      all(failure, (answer) => JSON.stringify(answer.body.errors).length > 1500),
      serverError,
    ),
    invalidBoxes(50),
  ),
  fault(
    'name-over-1-kb-500',
    '7',
    'an item name over 1 KB is 500',
    crash('getShippingRates', ({ text }) => /"name":\s*"[^"]{1025,}"/.test(text)),
    askRates(changed('box_dimension.0.items.0.name', 'N'.repeat(1100))),
  ),
  fault(
    'city-over-100-500',
    '7',
    'a city of more than a hundred characters is 500',
    crash('getShippingRates', ({ text }) => /"city":\s*"[^"]{101,}"/.test(text)),
    askRates(changed('receiver.city', 'C'.repeat(120))),
  ),
  fault(
    'zip-code-over-20-hangs-up',
    '4',
    'the connection closes on a zip code of more than twenty characters',
    hangUp(served('getShippingRates', ({ text }) => /"zip_code":\s*"[^"]{21,}"/.test(text))),
    askRates(changed('sender.zip_code', '7'.repeat(30))),
  ),
);
