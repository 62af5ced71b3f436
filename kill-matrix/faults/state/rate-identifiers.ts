/** Ids of rates that do not identify: shared, used again, cut (section 2.3). */
import { createHash } from 'node:crypto';
import type { Call, Fields } from '../../reference-server/stages.js';
import { alter, each, on, rates, type Change } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { withMemory } from '../../variations/memory.js';
import { askRates, askWith, TWO_BOXES, valueAt } from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('identifiers');
const heavier = askWith('weight', 40);
const twoShipments = [askRates(), heavier];
const courier = ({ id }: Fields) => String(id).split('-').at(-1) ?? '';
const digest = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/** Gives the rates of an answer ids made from the request, the rate and its position. */
const rateIds =
  (make: (rate: Fields, call: Call, index: number) => string): Change =>
  (answer, call) =>
    each((rate, index) => ({ ...rate, id: make(rate, call, index) }))(answer, call);

export default [
  ...foundBy(
    'rates/id-identifies',
    fault(
      'rate-id-names-courier',
      '2.3',
      'the id of a rate is that of its courier, the same for every shipment',
      on(rates, rateIds(courier)),
      twoShipments,
    ),
    fault(
      'rate-id-is-position',
      '2.3',
      'the ids of rates are 1, 2 and 3 for every shipment',
      on(
        rates,
        rateIds((_rate, _call, index) => String(index + 1)),
      ),
      twoShipments,
    ),
    fault(
      'rate-id-of-lane',
      '2.3',
      'shipments of another weight between the same places get the same rate ids',
      on(
        rates,
        rateIds(
          (rate, { body }) =>
            `${courier(rate)}-${digest(JSON.stringify([valueAt(body, ['sender']), valueAt(body, ['receiver'])]), 8)}`,
        ),
      ),
      twoShipments,
    ),
    fault(
      'rate-ids-wrap-at-ten',
      '2.3',
      'the counter in the ids of rates has one digit',
      withMemory(
        () => ({ count: 0 }),
        (answer, call, memory) => {
          if (!rates(answer, call)) return answer;
          const number = memory.count++ % 10;
          return rateIds((rate) => `${courier(rate)}-${number}`)(answer, call);
        },
      ),
      { ...askRates(), times: 11 },
    ),
    fault(
      'rate-ids-of-heavy-shipments',
      '2.3',
      'freight of more than 100 pounds has the fixed ids F1, F2 and F3',
      on(
        (answer, call) => rates(answer, call) && Number(valueAt(call.body, ['weight'])) > 100,
        rateIds((_rate, _call, index) => `F${index + 1}`),
      ),
      [askWith('weight', 120), askWith('weight', 130)],
    ),
    fault(
      'rate-ids-of-every-second-answer-repeat',
      '2.3',
      'every second answer repeats the ids of the answer before',
      withMemory(
        () => ({ ids: [] as unknown[], count: 0 }),
        (answer, call, memory) => {
          if (!rates(answer, call)) return answer;
          const list = answer.body.data as Fields[];
          if (++memory.count % 2 === 1) memory.ids = list.map(({ id }) => id);
          else return each((rate, index) => ({ ...rate, id: memory.ids[index] ?? rate.id }))(answer, call);
          return answer;
        },
      ),
      twoShipments,
    ),
  ),
  ...foundBy(
    ['rates/id-identifies', 'rates/unique-ids'],
    fault(
      'rate-id-cut-for-column',
      '2.3',
      'ids of rates are cut to four characters',
      on(
        rates,
        rateIds(({ id }) => String(id).slice(0, 4)),
      ),
      askRates(),
    ),
  ),
  ...foundBy(
    'rates/unique-ids',
    fault(
      'rate-ids-in-middle-same',
      '2.3',
      'the second rate has the id of the third when there are several boxes',
      on(
        (answer, call) => rates(answer, call) && valueAt(call.body, ['box_dimension', 1]) !== undefined,
        alter('data', (data) =>
          (data as Fields[]).map((rate, index, list) =>
            index === 1 ? { ...rate, id: list[2]?.id ?? rate.id } : rate,
          ),
        ),
      ),
      askRates(TWO_BOXES),
    ),
  ),
];
