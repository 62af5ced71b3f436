/** Fields of a category (section 2.2). */
import {
  categories,
  each,
  eachWith,
  eachWithout,
  on,
  rename,
  type Change,
} from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import type { Fields } from '../../reference-server/stages.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf, type Variation } from '../../variations/variation.js';

const write = variationsOf('categories');
const fault = (id: string, title: string, change: Change): Variation =>
  write(id, '2.2', title, on(categories, change), listCategories);

/** Changes one element only, counted from 0 or, below 0, from the end. */
const only = (at: number, change: (element: Fields) => Fields): Change =>
  each((element, index, length) => (index === (at < 0 ? length + at : at) ? change(element) : element));

/** Writes both timestamps in another form. */
const stamps = (form: (stamp: string) => unknown): Change =>
  each((element) => ({
    ...element,
    created_at: form(String(element.created_at)),
    updated_at: form(String(element.updated_at)),
  }));

export default [
  foundOnlyBy(
    'categories/fields',
    fault(
      'category-id-text',
      'id is text',
      each((c) => ({ ...c, id: String(c.id) })),
    ),
  ),
  ...foundBy(
    'categories/fields',
    fault(
      'category-id-fraction',
      'id is a number with a fraction',
      each((c) => ({ ...c, id: Number(c.id) + 0.5 })),
    ),
    fault(
      'category-id-uuid',
      'id is a UUID',
      each((c, i) => ({ ...c, id: `6f9619ff-8b86-d011-b42d-00c04fc964f${i}` })),
    ),
    fault('category-id-missing', 'id is left out', eachWithout('id')),
    fault(
      'category-id-underscore',
      'id is called _id',
      each((c) => rename(c, 'id', '_id')),
    ),
    fault(
      'category-id-null-in-last',
      'id is null in the last category',
      only(-1, (c) => ({ ...c, id: null })),
    ),
    fault(
      'category-id-text-in-third',
      'id is text in the third category only',
      only(2, (c) => ({ ...c, id: String(c.id) })),
    ),
    fault(
      'category-name-missing-in-second',
      'name is left out of the second category',
      only(1, (c) => ({ ...c, name: undefined })),
    ),
    fault('category-name-null', 'name is null', eachWith({ name: null })),
    fault(
      'category-name-null-in-last',
      'name is null in the last category',
      only(-1, (c) => ({ ...c, name: null })),
    ),
    fault(
      'category-name-by-language',
      'name is an object with a text for each language',
      each((c) => ({ ...c, name: { en: c.name } })),
    ),
    fault(
      'category-title',
      'name is called title',
      each((c) => rename(c, 'name', 'title')),
    ),
    fault('category-is-text', 'a category is its name alone', (answer) => ({
      ...answer,
      body: { ...answer.body, data: (answer.body.data as Fields[]).map(({ name }) => name) },
    })),
    fault(
      'category-wrapped',
      'each category is inside an object',
      each((category) => ({ category })),
    ),
    fault('category-null-element', 'the list ends in null', (answer) => ({
      ...answer,
      body: { ...answer.body, data: [...(answer.body.data as Fields[]), null] },
    })),
    fault('created-at-missing', 'created_at is left out', eachWithout('created_at')),
    fault(
      'updated-at-missing-in-last',
      'updated_at is left out of the last category',
      only(-1, (c) => ({ ...c, updated_at: undefined })),
    ),
    fault(
      'updated-at-null-in-second',
      'updated_at is null in the second category',
      only(1, (c) => ({ ...c, updated_at: null })),
    ),
    fault(
      'stamps-camel-case',
      'timestamps are called createdAt and updatedAt',
      each((c) => rename(rename(c, 'created_at', 'createdAt'), 'updated_at', 'updatedAt')),
    ),
    fault(
      'stamps-epoch-seconds',
      'timestamps are seconds since 1970',
      stamps((s) => Date.parse(s) / 1000),
    ),
    fault(
      'stamps-java-array',
      'timestamps are arrays of numbers, as by Jackson',
      stamps((s) => s.slice(0, 19).split(/[-T:]/).map(Number)),
    ),
    fault(
      'stamps-object',
      'timestamps are objects with date and timezone, as by PHP',
      stamps((s) => ({ date: s.slice(0, 19), timezone_type: 3, timezone: 'UTC' })),
    ),
  ),
  ...foundBy('categories/unique-ids', fault('category-ids-all-zero', 'every id is 0', eachWith({ id: 0 }))),
  foundOnlyBy(
    'categories/unique-ids',
    fault('category-listed-twice', 'a join lists each category twice', (answer) => ({
      ...answer,
      body: { ...answer.body, data: [answer.body.data, answer.body.data].flat() },
    })),
  ),
  ...foundBy(
    'categories/unique-ids',
    fault(
      'category-id-twice',
      'the last category has the id of the first',
      only(-1, (c) => ({ ...c, id: 1 })),
    ),
  ),
  ...foundBy(
    'categories/timestamps',
    fault(
      'updated-at-never',
      'updated_at is an empty text in the third category',
      only(2, (c) => ({ ...c, updated_at: '' })),
    ),
    fault(
      'stamps-sql',
      'timestamps are written as by SQL, with a space and no zone',
      stamps((s) => s.replace('T', ' ').replace('Z', '')),
    ),
    fault(
      'stamps-ruby',
      'timestamps are written as by Ruby, ending in UTC',
      stamps((s) => s.replace('T', ' ').replace('Z', ' UTC')),
    ),
    fault(
      'stamps-local-offset',
      'timestamps have the offset +06:00',
      stamps((s) => s.replace('Z', '+06:00')),
    ),
    fault(
      'stamps-epoch-text',
      'timestamps are milliseconds since 1970, as text',
      stamps((s) => String(Date.parse(s))),
    ),
    fault(
      'stamps-date-only',
      'timestamps are dates',
      stamps((s) => s.slice(0, 10)),
    ),
    fault(
      'stamps-http-date',
      'timestamps are HTTP dates',
      stamps((s) => new Date(s).toUTCString()),
    ),
    fault(
      'stamps-aspnet',
      'timestamps are /Date(...)/',
      stamps((s) => `/Date(${Date.parse(s)})/`),
    ),
    fault(
      'stamps-day-first',
      'timestamps put the day first',
      stamps((s) => `${s.slice(8, 10)}/${s.slice(5, 7)}/${s.slice(0, 4)} ${s.slice(11, 19)}`),
    ),
    fault(
      'stamps-zero-date',
      'created_at is 0000-00-00T00:00:00Z in the second category',
      only(1, (c) => ({ ...c, created_at: '0000-00-00T00:00:00Z' })),
    ),
    fault(
      'stamps-impossible-date',
      'updated_at is the 30th of February in the last category',
      only(-1, (c) => ({ ...c, updated_at: '2024-02-30T08:00:00Z' })),
    ),
    fault(
      'stamps-local-in-last',
      'updated_at has no zone in the last category',
      only(-1, (c) => ({ ...c, updated_at: '2024-03-10T08:00:00' })),
    ),
  ),
  foundOnlyBy(
    'categories/timestamps',
    fault(
      'stamps-without-zone',
      'timestamps have no zone',
      stamps((s) => s.replace('Z', '')),
    ),
  ),
  foundOnlyBy(
    'categories/updated-after-created',
    fault(
      'category-updated-before-created',
      'the second category was updated before it was created',
      only(1, (c) => ({ ...c, updated_at: '2020-02-01T08:00:00Z' })),
    ),
  ),
];
