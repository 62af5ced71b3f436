/** Faults of elements that are neither the first nor the last of a list (sections 2.2 and 2.3). */
import type { Fields } from '../../reference-server/stages.js';
import { alter, categories, each, on, rates, type Change } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, listCategories } from '../../variations/requests.js';
import { variationsOf, type Variation } from '../../variations/variation.js';

const write = variationsOf('positions in answers');
const stamp = (index: number) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString();
/** A catalogue long enough to have a middle. */
const manyCategories = Array.from({ length: 30 }, (_, index) => ({
  ...{ id: index + 1, name: `Category ${index + 1}` },
  ...{ created_at: stamp(index), updated_at: stamp(index + 1) },
}));
const at =
  (position: number, change: (element: Fields) => unknown): Change =>
  (answer, call) =>
    alter('data', (data) =>
      (data as Fields[]).map((element, index) => (index === position ? change(element) : element)),
    )(answer, call);
const without = (name: string) => (element: Fields) =>
  Object.fromEntries(Object.entries(element).filter(([field]) => field !== name));
const having = (fields: Fields) => (element: Fields) => ({ ...element, ...fields });
const category = (id: string, title: string, change: Change): Variation =>
  write(id, '2.2', title, on(categories, change), listCategories);
/** In a catalogue of thirty. */
const ofMany = (id: string, title: string, change: Change): Variation =>
  write(id, '2.2', title, on(categories, change), listCategories, { categories: manyCategories });
const rate = (id: string, title: string, change: Change): Variation =>
  write(id, '2.3', title, on(rates, change), askRates());

export default [
  ...foundBy(
    'categories/fields',
    category('second-category-id-text', 'id is text in the second category only', at(1, having({ id: '2' }))),
    category(
      'third-category-name-number',
      'name is a number in the third category',
      at(2, having({ name: 1984 })),
    ),
    category(
      'third-category-created-missing',
      'created_at is left out of the third category',
      at(2, without('created_at')),
    ),
    category(
      'second-category-null',
      'the second category is null',
      at(1, () => null),
    ),
    category(
      'third-category-is-list',
      'the third category is a list of its values',
      at(2, (element) => Object.values(element)),
    ),
    category(
      'second-category-id-fraction',
      'id has a fraction in the second category',
      at(1, having({ id: 2.5 })),
    ),
    ofMany(
      'fifteenth-category-name-null',
      'of thirty categories the fifteenth has no name',
      at(14, having({ name: null })),
    ),
    ofMany(
      'tenth-category-stamp-seconds',
      'of thirty categories the tenth has created_at in seconds',
      at(9, having({ created_at: 1_704_067_200 })),
    ),
    ofMany(
      'last-but-one-category-updated-null',
      'of thirty categories the last but one was never updated',
      at(28, having({ updated_at: null })),
    ),
    ofMany(
      'categories-in-nested-page',
      'after twenty categories the rest is a list in the list',
      (answer, call) =>
        alter('data', (data) => [...(data as Fields[]).slice(0, 20), (data as Fields[]).slice(20)])(
          answer,
          call,
        ),
    ),
    ofMany(
      'categories-hole',
      'of thirty categories the thirteenth is an empty object',
      at(12, () => ({})),
    ),
  ),
  ...foundBy(
    'categories/timestamps',
    category(
      'second-category-updated-date-only',
      'updated_at is a date without a time in the second category',
      at(1, having({ updated_at: '2024-02-29' })),
    ),
  ),
  ...foundBy(
    ['categories/same-each-time', 'categories/unique-ids'],
    category('third-category-id-of-second', 'the third category has the id of the second', (answer, call) =>
      at(2, having({ id: (answer.body.data as Fields[])[1]?.id }))(answer, call),
    ),
    ofMany(
      'categories-ids-begin-again',
      'ids of thirty categories begin again after sixteen',
      (answer, call) => each((element, index) => ({ ...element, id: (index % 16) + 1 }))(answer, call),
    ),
  ),
  ...foundBy(
    'categories/fields',
    ofMany(
      'twentieth-category-id-null',
      'of thirty categories the twentieth has the id null',
      at(19, having({ id: null })),
    ),
  ),
  ...foundBy(
    'categories/unique-ids',
    ofMany(
      'categories-page-seam-repeated',
      'the list is read in pages of ten, and the tenth category is on both pages',
      (answer, call) =>
        alter('data', (data) => [...(data as Fields[]).slice(0, 10), ...(data as Fields[]).slice(9)])(
          answer,
          call,
        ),
    ),
  ),
  ...foundBy(
    'rates/fields',
    rate(
      'second-rate-charge-text',
      'shipping_charge is text in the second rate',
      at(1, having({ shipping_charge: '24.55' })),
    ),
    rate(
      'second-rate-charge-null',
      'shipping_charge is null in the second rate',
      at(1, having({ shipping_charge: null })),
    ),
    rate(
      'second-rate-time-text',
      'delivery_time is text in the second rate',
      at(1, having({ delivery_time: '36.5' })),
    ),
    rate(
      'second-rate-time-text-missing',
      'delivery_time_text is left out of the second rate',
      at(1, without('delivery_time_text')),
    ),
    rate(
      'second-rate-fee-null',
      'home_delivery_fee is null in the second rate',
      at(1, having({ home_delivery_fee: null })),
    ),
    rate(
      'second-rate-tax-number',
      'import_tax is the number 0 in the second rate',
      at(1, having({ import_tax: 0 })),
    ),
    rate('second-rate-logo-null', 'logo is null in the second rate', at(1, having({ logo: null }))),
    rate(
      'second-rate-courier-object',
      'courier_name is an object in the second rate',
      at(1, having({ courier_name: { en: 'Brío Air' } })),
    ),
    rate(
      'second-rate-type-missing',
      'courier_type is left out of the second rate',
      at(1, without('courier_type')),
    ),
    rate('second-rate-id-number', 'id is a number in the second rate', at(1, having({ id: 2 }))),
    rate(
      'second-rate-null',
      'the second rate is null',
      at(1, () => null),
    ),
    rate(
      'second-rate-description-list',
      'description is a list of lines in the second rate',
      at(1, having({ description: ['By air', 'door to door'] })),
    ),
  ),
  ...foundBy(
    'rates/logo',
    rate(
      'second-rate-logo-relative',
      'logo is a path in the second rate',
      at(1, having({ logo: '/couriers/brio.png' })),
    ),
  ),
  ...foundBy(
    ['rates/fields', 'rates/one-request-id'],
    rate(
      'second-rate-request-id-missing',
      'request_id is left out of the second rate',
      at(1, without('request_id')),
    ),
  ),
  ...foundBy(
    'rates/one-request-id',
    rate(
      'second-rate-other-request',
      'request_id of the second rate is of another request',
      at(1, having({ request_id: 'req-0' })),
    ),
  ),
];
