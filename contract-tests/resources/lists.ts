import type { Operation } from '../../src/contract/operations.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import { visitExisting } from './steps/existing-things.js';
import { ListReader } from './steps/list-reader.js';
import {
  judgeBeyond,
  judgeFullPage,
  judgeLastPage,
  judgePages,
  judgeUnknownCursor,
} from './steps/list-pages.js';
import { judgeFilteredPages, judgeFilters, judgePairs, judgeSize } from './steps/list-filters.js';
import { expecting } from './steps/expecting.js';
import { judgeListed, listedOutcomes } from './steps/list-listed.js';
import { judgeDefaults, judgeOrder } from './steps/list-order.js';
import { judgeBounds } from './steps/list-bounds.js';

/** Lists at most: a large document has hundreds. */
const maxLists = 30;

/** The outcomes that pass. */
const outcomes = {
  filtered: 'for a value of a filter: only what has that value in the field of the same name',
  bounded: 'for a bound, such as created_after or min_price: only what is on its right side, and all of that',
  beyond: 'for a page past the end: no 404, unless the document has it',
  short: 'for a length: at most so many',
  paired: 'for two filters: only what has the values of both, on each page',
  ordered: 'for an order, and where the description says newest first or oldest first: that order',
  usual: 'without a parameter: what its default gives',
  total: 'a total that is no less than what its pages have, and the number of pages that it makes',
  full: 'for a last page that is just full: no word of more, and no empty page where the document rules that out',
  paged: 'for the cursor or number of the next page: what no page before has, and in the end everything',
};

export default rule({
  title:
    'A list keeps to its parameters: filters, the length of a page, the next page, the order, and what holds without them.',
  level: 'MUST',
  section: 'document',
  sentence:
    'The parameters of a list that have the name and the values of a field, or the usual name of a length, a page, a cursor or an order, and their defaults.',
  expected: [...Object.values(outcomes), ...listedOutcomes],
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const lists = planner.operations.filter(
      (operation) =>
        operation.method === 'get' &&
        (operation.parameters.some(({ value }) => value.in === 'query') || isList(planner, operation)),
    );
    if (lists.length === 0) return { skip: 'no list of the document has parameters', notApplicable: true };
    const judged = new Set<Operation>();
    const conclusions: Conclusion[] = [];
    /** Of what only a target with things of its own can keep. */
    const ofMemory: Conclusion[] = [];
    const readers: ListReader[] = [];
    const judge = async (operation: Operation, values: Readonly<Record<string, unknown>>) => {
      if (judged.has(operation) || judged.size >= maxLists) return;
      const list = await ListReader.of(session, operation, values);
      if (list === undefined) return;
      judged.add(operation);
      conclusions.push(
        ...expecting(outcomes.short, await judgeSize(list)),
        ...expecting(outcomes.filtered, await judgeFilters(list)),
        ...expecting(outcomes.bounded, await judgeBounds(list)),
        ...expecting(outcomes.paged, await judgePages(list, ofMemory)),
        ...expecting(outcomes.paged, await judgeLastPage(list)),
        ...expecting(outcomes.beyond, await judgeBeyond(list)),
        ...(await judgeUnknownCursor(list)),
        ...expecting(outcomes.paired, await judgePairs(list)),
        ...expecting(outcomes.paired, await judgeFilteredPages(list)),
      );
      ofMemory.push(
        ...expecting(outcomes.ordered, await judgeOrder(list)),
        ...(await judgeListed(list)),
        ...expecting(outcomes.full, await judgeFullPage(list)),
        ...expecting(outcomes.usual, await judgeDefaults(list)),
      );
      readers.push(list);
    };
    if (planner.allowWrites)
      await visitExisting(session, async ({ operation, values }) => {
        if (lists.includes(operation)) await judge(operation, values);
      });
    for (const operation of lists) await judge(operation, {});
    if (conclusions.length + ofMemory.length === 0)
      return { skip: 'no list of the target has what such a parameter is about' };
    // A mock without memory takes every value and answers the same.
    if (await distinguishesIds(session)) return [...conclusions, ...ofMemory];
    if (readers.some((list) => list.hasShownEffect)) return conclusions;
    return { skip: 'the target answers the same whatever it is asked for, as many mocks' };
  },
});

/** Returns whether an operation lists what a POST of its path makes. */
function isList(planner: Session['planner'], { path }: Operation): boolean {
  return planner.operations.some((one) => one.method === 'post' && one.path === path);
}

/** Returns whether some id that nobody has given out is unknown to the target. */
async function distinguishesIds(session: Session): Promise<boolean> {
  const { planner } = session;
  for (const operation of planner.operations.filter(({ method }) => method === 'get')) {
    const unknown = planner.unknownIn(operation);
    if (unknown === undefined) continue;
    const exchange = await session.send({
      ...{ detail: `${operation.id} unknown`, title: 'an id that nobody has given out', operation },
      request: planner.request(operation, unknown),
      accept: [...planner.successStatuses(operation), 404, 410],
    });
    if ([404, 410].includes(exchange?.response.status ?? 0)) return true;
  }
  return false;
}
