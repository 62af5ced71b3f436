/** Answers that depend on what they should not: half of a shipment, the clock, a worn counter, other requests (section 2). */
import { categories, each, rates } from '../../variations/changes.js';
import { after, cached } from '../../variations/memory.js';
import { askRates, askWith, listCategories } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('forgetful caches', { section: '2.3' });
const otherItem = askWith('box_dimension.0.items.0.name', 'Lamp');

/** A shipment as text, without what is in its boxes. */
const withoutItems = (body: unknown) =>
  JSON.stringify(body, (name, value: unknown) => (name === 'items' ? undefined : value));

export default [
  fault({
    id: 'rates-cached-without-items',
    title: 'a shipment of the same boxes with other items gets the rates of the shipment before',
    apply: cached(rates, ({ body }) => withoutItems(body)),
    witness: [askRates(), otherItem],
  }),
  fault({
    id: 'category-ids-are-text-after-rates',
    section: '2.2',
    title: 'once rates were asked for, ids of categories are texts',
    foundBy: 'categories/fields',
    apply: after(
      rates,
      categories,
      each((category) => ({ ...category, id: String(category.id) })),
    ),
    witness: [listCategories, askRates(), listCategories],
  }),
];
