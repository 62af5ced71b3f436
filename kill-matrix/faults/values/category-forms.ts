/** Timestamps and ids of categories that are not of the form that section 2.2 states. */
import type { Fields } from '../../reference-server/stages.js';
import { categories, each, on } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { listCategories } from '../../variations/requests.js';
import { variationsOf, type Variation } from '../../variations/variation.js';

const write = variationsOf('forms of values');
const category = (id: string, title: string, change: (element: Fields, index: number) => Fields): Variation =>
  write(
    id,
    '2.2',
    title,
    on(
      categories,
      each((element, index) => ({ ...element, ...change(element, index) })),
    ),
    listCategories,
  );
export default [
  ...foundBy(
    'categories/timestamps',
    category('stamps-offset-and-z', 'timestamps end in +00:00Z, as by Python', ({ created_at }) => ({
      created_at: String(created_at).replace('Z', '+00:00Z'),
    })),
    category('stamps-with-zone-name', 'timestamps end in Z[UTC], as by Java', ({ updated_at }) => ({
      updated_at: `${String(updated_at)}[UTC]`,
    })),
    category('stamps-colon-before-milliseconds', 'milliseconds follow a colon', ({ created_at }) => ({
      created_at: String(created_at).replace('Z', ':123Z'),
    })),
    category('stamps-not-padded', 'months, days and hours are not padded', ({ created_at }) => ({
      created_at: String(created_at).replace(/(?<=[-T:])0/g, ''),
    })),
    category('stamps-with-am-pm', 'hours have AM and PM', ({ updated_at }) => ({
      updated_at: String(updated_at).replace('Z', ' AM'),
    })),
    category('stamps-two-digit-year', 'years have two digits in updated_at', ({ updated_at }) => ({
      updated_at: String(updated_at).slice(2),
    })),
    category('stamps-slashes', 'dates have slashes', ({ created_at }) => ({
      created_at: String(created_at).replaceAll('-', '/'),
    })),
    category(
      'stamps-month-thirteen',
      'months count from 0 in one and from 2 in another: one is the thirteenth',
      ({ updated_at }, index) => (index === 1 ? { updated_at: '2024-13-01T00:00:00Z' } : { updated_at }),
    ),
    category(
      'stamps-hour-twenty-five',
      'an offset was added to the hour: one is 25',
      ({ updated_at }, index) => (index === 2 ? { updated_at: '2023-06-01T25:00:00Z' } : { updated_at }),
    ),
    category('stamps-minute-sixty', 'a minute is 60 in the first category', ({ created_at }, index) =>
      index === 0 ? { created_at: '2023-05-04T10:60:12Z' } : { created_at },
    ),
    category('stamps-offset-in-third', 'the third category has the offset +05:30', ({ created_at }, index) =>
      index === 2 ? { created_at: '2023-06-01T05:30:00+05:30' } : { created_at },
    ),
    category(
      'stamps-minus-offset',
      'updated_at of the last category has the offset -08:00',
      ({ updated_at }, index) => (index === 3 ? { updated_at: '2024-03-10T00:00:00-08:00' } : { updated_at }),
    ),
    category(
      'stamps-invalid-date',
      'updated_at is the text "Invalid Date" in the second category',
      ({ updated_at }, index) => (index === 1 ? { updated_at: 'Invalid Date' } : { updated_at }),
    ),
    category(
      'stamps-text-null',
      'updated_at is the text "null" in the third category',
      ({ updated_at }, index) => (index === 2 ? { updated_at: 'null' } : { updated_at }),
    ),
    category('stamps-relative', 'updated_at is "3 days ago"', () => ({ updated_at: '3 days ago' })),
    category('stamps-with-line-break', 'created_at ends in a line break', ({ created_at }) => ({
      created_at: `${String(created_at)}\n`,
    })),
  ),
  ...foundBy(
    ['categories/timestamps', 'categories/updated-after-created'],
    category(
      'stamps-leap-day-of-other-year',
      'updated_at is the 29th of February of a year without one',
      ({ updated_at }, index) => (index === 1 ? { updated_at: '2023-02-29T23:59:59Z' } : { updated_at }),
    ),
  ),
  ...foundBy(
    'categories/fields',
    category('stamps-mongo', 'created_at is an object with $date', ({ created_at }) => ({
      created_at: { $date: created_at },
    })),
  ),
  ...foundBy(
    'categories/fields',
    category('category-id-true', 'id is true in the first category', ({ id }, index) => ({
      id: index === 0 ? true : id,
    })),
    category('category-id-mongo', 'id is an object with $oid', ({ id }) => ({ id: { $oid: String(id) } })),
    category('category-id-list', 'id is a list of one number', ({ id }) => ({ id: [id] })),
  ),
];
