/** Many boxes, items and problems, and long texts: their number is open (8), the answer is not (2.1, 7). */
import type { Call } from '../../reference-server/stages.js';
import {
  all,
  crash,
  eachWith,
  failure,
  on,
  page,
  rates,
  restatus,
  served,
  serverError,
  set,
  withErrors,
} from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, boxesOf, changed, SHIPMENT } from '../../variations/requests.js';
import { hangUp } from '../../variations/sending.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('sizes of bodies');

const [box] = SHIPMENT.box_dimension;
const [item] = box?.items ?? [];

const withBoxes = (count: number) =>
  askRates({ ...SHIPMENT, box_dimension: Array<unknown>(count).fill(box) });
const withItems = (count: number) =>
  askRates(changed('box_dimension.0.items', Array<unknown>(count).fill(item)));
const mostItems = (call: Call) =>
  Math.max(0, ...boxesOf(call).map(({ items }) => (Array.isArray(items) ? items.length : 0)));
const invalidBoxes = (count: number) =>
  askRates({ ...SHIPMENT, box_dimension: Array<unknown>(count).fill({ ...box, weight: 'x' }) });

export default [
  ...foundBy(
    ['requests/far-elements', 'requests/large-bodies'],
    fault(
      'fifty-items-500',
      '7',
      'fifty items or more in one box are 500',
      crash('getShippingRates', (call) => mostItems(call) >= 50),
      withItems(50),
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
  ),
  ...foundBy(
    ['rates/one-per-option', 'rates/unique-ids'],
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
  ),
  ...foundBy(
    'rates/fields',
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
  ),
  ...foundBy(
    'envelope/data',
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
  ),
  ...foundBy(
    ['requests/large-bodies', 'responses/documented-status'],
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
  ),
  ...foundBy(
    ['errors/names-field', 'errors/one-string-per-problem'],
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
  ),
  ...foundBy(
    'requests/several-problems',
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
  ),

  ...foundBy(
    'http/answers',
    fault(
      'zip-code-over-20-hangs-up',
      '4',
      'the connection closes on a zip code of more than twenty characters',
      hangUp(served('getShippingRates', ({ text }) => /"zip_code":\s*"[^"]{21,}"/.test(text))),
      askRates(changed('sender.zip_code', '7'.repeat(30))),
    ),
  ),
  ...foundBy(
    ['requests/large-bodies', 'requests/odd-input'],
    fault(
      'name-over-1-kb-500',
      '7',
      'an item name over 1 KB is 500',
      crash('getShippingRates', ({ text }) => /"name":\s*"[^"]{1025,}"/.test(text)),
      askRates(changed('box_dimension.0.items.0.name', 'N'.repeat(1100))),
    ),
  ),
  ...foundBy(
    ['requests/odd-input', 'responses/no-server-error'],
    fault(
      'city-over-100-500',
      '7',
      'a city of more than a hundred characters is 500',
      crash('getShippingRates', ({ text }) => /"city":\s*"[^"]{101,}"/.test(text)),
      askRates(changed('receiver.city', 'C'.repeat(120))),
    ),
  ),
];
