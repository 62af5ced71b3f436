/** Fields of a shipping rate (section 2.3). */
import { alter, each, eachWith, eachWithout, on, rates, type Change } from '../../variations/changes.js';
import { askRates } from '../../variations/requests.js';
import type { Fields } from '../../reference-server/stages.js';
import { faultsOf, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('shipping rates', { section: '2.3' });
const fault = ({ change, ...row }: NamedFault & { change: Change }) =>
  write({ ...row, apply: on(rates, change), witness: askRates() });

export default [
  fault({
    id: 'rate-ids-same',
    title: 'all rates of an answer have the same id',
    foundBy: 'rates/unique-ids',
    change: eachWith({ id: 'rate-1' }),
  }),
  fault({
    id: 'rate-id-twice',
    title: 'the last two rates have the same id',
    foundOnlyBy: 'rates/unique-ids',
    change: each((r, index, length) =>
      index >= length - 2 ? { ...r, id: `${String(r.request_id)}-last` } : r,
    ),
  }),
  fault({
    id: 'request-id-per-rate',
    title: 'each rate of an answer has a request_id of its own',
    foundOnlyBy: 'rates/one-request-id',
    change: each((r, index) => ({ ...r, request_id: `${String(r.request_id)}-${index}` })),
  }),
  fault({
    id: 'logo-relative',
    title: 'logo is a path without a host',
    foundOnlyBy: 'rates/logo',
    change: each((r) => ({ ...r, logo: String(r.logo).replace('https://img.example.com', '') })),
  }),
  fault({
    id: 'shipping-charge-missing',
    title: 'shipping_charge is left out',
    foundOnlyBy: 'rates/fields',
    change: eachWithout('shipping_charge'),
  }),
  fault({
    id: 'rate-listed-twice',
    title: 'each rate is listed twice, under two ids',
    foundOnlyBy: 'rates/one-per-option',
    change: alter('data', (list) =>
      (list as Fields[]).flatMap((rate) => [rate, { ...rate, id: `${String(rate.id)}-2` }]),
    ),
  }),
  fault({
    id: 'request-id-always-the-same',
    title: 'every request has the same request_id',
    foundOnlyBy: 'rates/request-id-identifies',
    change: eachWith({ request_id: 'req-0' }),
  }),
];
