/** Ids of requests and categories that do not identify: shared, or another one in each answer (sections 2.2 and 2.3). */
import type { Fields } from '../../reference-server/stages.js';
import { categories, each, eachWith, on, rates } from '../../variations/changes.js';
import { everyNth, withMemory } from '../../variations/memory.js';
import { listCategories, askRates } from '../../variations/requests.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const fault = faultsOf('identifiers', { section: '2.2' });
const twice: Step = { ...listCategories, times: 2 };

/** Gives the categories ids that depend on how many lists were served. */
const categoryIds = (make: (id: number, served: number, index: number) => number) =>
  withMemory(
    () => ({ served: 0 }),
    (answer, call, memory) => {
      if (!categories(answer, call)) return answer;
      const served = memory.served++;
      return each((category, index) => ({ ...category, id: make(Number(category.id), served, index) }))(
        answer,
        call,
      );
    },
  );

export default [
  fault({
    id: 'request-id-text-undefined',
    section: '2.3',
    title: 'request_id is the text "undefined"',
    foundBy: 'rates/request-id-identifies',
    apply: on(rates, eachWith({ request_id: 'undefined' })),
    witness: askRates(),
  }),
  fault({
    id: 'category-ids-count-rows-read',
    title: 'ids of categories go on counting from list to list',
    foundBy: 'categories/same-each-time',
    apply: categoryIds((_id, served, index) => served * 4 + index + 1),
    witness: twice,
  }),
  fault({
    id: 'category-names-rotate',
    title: 'every third list has the names moved on by one beside the same ids',
    foundOnlyBy: 'categories/same-each-time',
    apply: everyNth(3, categories, (answer, call) => {
      const names = (answer.body.data as Fields[]).map(({ name }) => name);
      return each((category, index) => ({ ...category, name: names[(index + 1) % names.length] }))(
        answer,
        call,
      );
    }),
    witness: { ...listCategories, times: 3 },
  }),
];
