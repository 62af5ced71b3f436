/** Faults of elements that are neither the first nor the last of a list (sections 2.2 and 2.3). */
import type { Fields } from '../../reference-server/stages.js';
import { alter, on, rates, type Change } from '../../variations/changes.js';
import { askRates } from '../../variations/requests.js';
import { faultsOf, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('positions in answers');
const at =
  (position: number, change: (element: Fields) => unknown): Change =>
  (answer, call) =>
    alter('data', (data) =>
      (data as Fields[]).map((element, index) => (index === position ? change(element) : element)),
    )(answer, call);
const without = (name: string) => (element: Fields) =>
  Object.fromEntries(Object.entries(element).filter(([field]) => field !== name));
const rate = ({ change, ...row }: NamedFault & { change: Change }) =>
  write({ ...row, section: '2.3', apply: on(rates, change), witness: askRates() });

export default [
  rate({
    id: 'second-rate-request-id-missing',
    title: 'request_id is left out of the second rate',
    foundBy: ['rates/fields', 'rates/one-request-id'],
    change: at(1, without('request_id')),
  }),
];
