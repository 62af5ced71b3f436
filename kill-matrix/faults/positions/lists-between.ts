/** Faults of elements that are neither the first nor the last of a list (sections 2.2 and 2.3). */
import type { Fields } from '../../reference-server/stages.js';
import { alter, categories, on, rates, type Change } from '../../variations/changes.js';
import { askRates, listCategories } from '../../variations/requests.js';
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
const having = (fields: Fields) => (element: Fields) => ({ ...element, ...fields });
const category = ({ change, ...row }: NamedFault & { change: Change }) =>
  write({ ...row, section: '2.2', apply: on(categories, change), witness: listCategories });
const rate = ({ change, ...row }: NamedFault & { change: Change }) =>
  write({ ...row, section: '2.3', apply: on(rates, change), witness: askRates() });

export default [
  category({
    id: 'second-category-id-text',
    title: 'id is text in the second category only',
    foundBy: 'categories/fields',
    change: at(1, having({ id: '2' })),
  }),
  rate({
    id: 'second-rate-logo-null',
    title: 'logo is null in the second rate',
    foundBy: 'rates/fields',
    change: at(1, having({ logo: null })),
  }),
  rate({
    id: 'second-rate-request-id-missing',
    title: 'request_id is left out of the second rate',
    foundBy: ['rates/fields', 'rates/one-request-id'],
    change: at(1, without('request_id')),
  }),
];
