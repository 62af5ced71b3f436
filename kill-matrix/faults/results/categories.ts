/** Fields of a category (section 2.2). */
import { categories, each, eachWith, on, type Change } from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import type { Fields } from '../../reference-server/stages.js';
import { faultsOf, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('categories', { section: '2.2' });
const fault = ({ change, ...row }: NamedFault & { change: Change }) =>
  write({ ...row, apply: on(categories, change), witness: listCategories });

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
  fault({
    id: 'category-id-text',
    title: 'id is text',
    foundOnlyBy: 'categories/fields',
    change: each((c) => ({ ...c, id: String(c.id) })),
  }),
  fault({
    id: 'category-ids-all-zero',
    title: 'every id is 0',
    foundBy: 'categories/unique-ids',
    change: eachWith({ id: 0 }),
  }),
  fault({
    id: 'category-listed-twice',
    title: 'a join lists each category twice',
    foundOnlyBy: 'categories/unique-ids',
    change: (answer) => ({
      ...answer,
      body: { ...answer.body, data: [answer.body.data, answer.body.data].flat() },
    }),
  }),
  fault({
    id: 'stamps-without-zone',
    title: 'timestamps have no zone',
    foundOnlyBy: 'categories/timestamps',
    change: stamps((s) => s.replace('Z', '')),
  }),
  fault({
    id: 'category-updated-before-created',
    title: 'the second category was updated before it was created',
    foundOnlyBy: 'categories/updated-after-created',
    change: only(1, (c) => ({ ...c, updated_at: '2020-02-01T08:00:00Z' })),
  }),
];
