/** Answers that depend on what they should not: half of a shipment, the clock, a worn counter, other requests (section 2). */
import { alter, categories, each, eachWith, on, rates } from '../../variations/changes.js';
import { firstContact, foundBy } from '../../variations/found-by.js';
import { after, cached, sideBySide, withMemory } from '../../variations/memory.js';
import {
  askRates,
  askWith,
  inOneConnection,
  listCategories,
  unknownPath,
  valueAt,
} from '../../variations/requests.js';
import { enveloped, type Fields } from '../../reference-server/stages.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('forgetful caches');
const otherItem = askWith('box_dimension.0.items.0.name', 'Lamp');

/** A shipment as text, without what is in its boxes. */
const withoutItems = (body: unknown) =>
  JSON.stringify(body, (name, value: unknown) => (name === 'items' ? undefined : value));

export default [
  ...firstContact(
    fault(
      'rates-cached-without-items',
      '2.3',
      'a shipment of the same boxes with other items gets the rates of the shipment before',
      cached(rates, ({ body }) => withoutItems(body)),
      [askRates(), otherItem],
    ),
  ),
  ...foundBy(
    'rates/request-id-identifies',
    fault(
      'request-id-of-the-minute',
      '2.3',
      'a request is identified by the minute in which it came',
      (stages, settings) =>
        on(
          rates,
          alter('data', (data) => {
            const minute = `req-${Math.floor(settings.now() / 60_000)}`;
            return (data as Fields[]).map((rate) => ({ ...rate, request_id: minute }));
          }),
        )(stages, settings),
      [askRates(), otherItem],
    ),
  ),
  ...foundBy(
    'rates/id-identifies',
    fault(
      'rate-ids-wrap-at-fifty',
      '2.3',
      'ids of rates come from a counter that begins again after fifty requests',
      withMemory(
        () => ({ count: 0 }),
        (answer, call, memory) => {
          if (!rates(answer, call)) return answer;
          const turn = memory.count++ % 50;
          return each((rate, index) => ({ ...rate, id: `rate-${turn}-${index}` }))(answer, call);
        },
      ),
      { ...askRates(), times: 51 },
    ),
  ),
  ...foundBy(
    'categories/fields',
    fault(
      'category-ids-are-text-after-rates',
      '2.2',
      'once rates were asked for, ids of categories are texts',
      after(
        rates,
        categories,
        each((category) => ({ ...category, id: String(category.id) })),
      ),
      [listCategories, askRates(), listCategories],
    ),
  ),
  ...foundBy(
    'limits/says-when-to-retry',
    fault(
      'busy-429-without-wait',
      '7 rule 3',
      'requests that come while four others are under way are refused with a 429 that names no wait',
      sideBySide(
        (answer) => answer.status < 400,
        (answer, _call, others) =>
          others.length > 3 ? enveloped(429, 'Too many requests', [], ['Slow down']) : answer,
      ),
      { ...listCategories, times: 16, sent: 'side by side' },
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'errors-lost-after-a-success',
      '7',
      'on a kept connection an error has an empty list of errors after a success',
      ({ encode }) => {
        const served = new Set<number>();
        return {
          encode(answer, call) {
            const followsSuccess = served.has(call.connection.number);
            if (answer.status < 400) served.add(call.connection.number);
            const cleared = followsSuccess && answer.status >= 400;
            return encode(cleared ? { ...answer, body: { ...answer.body, errors: [] } } : answer, call);
          },
        };
      },
      inOneConnection(listCategories, unknownPath),
    ),
  ),
  ...foundBy(
    'rates/fields',
    fault(
      'courier-lost-after-a-heavy-shipment',
      '2.3',
      'after a heavy shipment, rates have no courier name',
      after(
        (answer, call) => rates(answer, call) && Number(valueAt(call.body, ['weight'])) > 100,
        rates,
        eachWith({ courier_name: null }),
      ),
      [askWith('weight', 120), askRates()],
    ),
  ),
];
