/** Times of a shipping rate (section 2.3). */
import { each, on, rates, type Change } from '../../variations/changes.js';
import { askRates } from '../../variations/requests.js';
import { faultsOf, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('shipping rates', { section: '2.3' });
const fault = ({ change, ...row }: NamedFault & { change: Change }) =>
  write({ ...row, apply: on(rates, change), witness: askRates() });

export default [
  fault({
    id: 'delivery-time-in-days',
    title: 'delivery_time is in days, its text too',
    foundOnlyBy: 'rates/delivery-time',
    change: each((rate) => ({
      ...rate,
      delivery_time: Number(rate.delivery_time) / 24,
    })),
  }),
  fault({
    id: 'delivery-time-in-minutes',
    title: 'delivery_time is in minutes where the text says days',
    foundOnlyBy: 'rates/delivery-time',
    change: each((rate) => ({ ...rate, delivery_time: Number(rate.delivery_time) * 60 })),
  }),
  fault({
    id: 'delivery-text-in-days',
    title: 'the text says as many days as it takes hours',
    foundOnlyBy: 'rates/delivery-time',
    change: each((rate) => ({ ...rate, delivery_time_text: `${String(rate.delivery_time)} days` })),
  }),
];
