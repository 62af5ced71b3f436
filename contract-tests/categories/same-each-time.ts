import { elementsOf } from '../../src/conformance/checks/envelope.js';
import { isOld } from './steps/is-old.js';
import type { Level } from '../../src/conformance/level.js';
import { rule, type Breach, type Conclusion } from '../../src/conformance/rules/rule.js';
import { requestHeader } from '../../src/conformance/cases/request.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';

type Category = Record<string, unknown>;

export default rule({
  title: 'A category has the same id and time of creation in every response, and is in every response.',
  level: 'MUST',
  section: '2.2',
  sentence:
    'id: integer, Unique identifier of the category; created_at: Timestamp of creation. List all product categories. Query parameters: none.',
  expected: [
    'the same created_at for an id, and the same id for a name',
    'the same name before and after',
    'every category that was listed before and is listed later, whatever query or key a request has',
  ],
  appliesTo: { document: 'service', operation: 'listCategories', status: 200 },
  conclude: (exchanges) => [
    ...[...alike(exchanges, sameRequest)].flatMap(conclusions),
    ...[...alike(inOrder(exchanges), ({ path }) => pathOf(path))].flatMap(incomplete),
  ],
});

/** Cases sent before all others come to their rule behind the others. */
const inOrder = (exchanges: readonly CompletedExchange[]): CompletedExchange[] =>
  [true, false].flatMap((isFirst) => exchanges.filter((one) => (one.case.first === true) === isFirst));

const oldElementsOf = (exchange: CompletedExchange): Category[] => elementsOf(exchange).filter(isOld);

const pathOf = (target: string): string => target.split('?', 1)[0] ?? '';

/** Languages, queries and keys may make a difference, but not in which categories there are. */
function sameRequest(request: CompletedExchange['request']): string {
  const names = ['Accept-Language', 'Authorization'];
  return JSON.stringify([request.path, ...names.map((name) => requestHeader(request, name))]);
}

/** Responses to requests that ask for the same list. */
function alike(
  exchanges: readonly CompletedExchange[],
  keyOf: (request: CompletedExchange['request']) => string,
): Iterable<CompletedExchange[]> {
  const groups = new Map<string, CompletedExchange[]>();
  for (const exchange of exchanges) {
    if (exchange.request.method !== 'GET') continue;
    const key = keyOf(exchange.request);
    groups.set(key, [...(groups.get(key) ?? []), exchange]);
  }
  return groups.values();
}

/** Lists for another query or language, or for another key, that lack what the lists before and after have. */
function incomplete(exchanges: readonly CompletedExchange[]): Conclusion[] {
  const keyOf = (request: CompletedExchange['request']) => requestHeader(request, 'Authorization') ?? '';
  const ofOneKey = [...alike(exchanges, keyOf)].flatMap((one) => lacking(one, 'MUST'));
  const told = new Set(ofOneKey.map(({ exchange }) => exchange));
  // Each key may be one of another customer, who has categories of his own.
  return [...ofOneKey, ...lacking(exchanges, 'SHOULD').filter(({ exchange }) => !told.has(exchange))];
}

function lacking(exchanges: readonly CompletedExchange[], level: Level): Conclusion[] {
  if (new Set(exchanges.map(({ request }) => sameRequest(request))).size < 2) return [];
  const lists = exchanges.map(oldElementsOf);
  const seen = seenAt(lists);
  return exchanges.flatMap((exchange, index): Conclusion[] => {
    const breach = leftOut(lists[index] ?? [], index, seen, farApart);
    return breach ? [{ exchange, before: earlier(exchanges, index), breach: { ...breach, level } }] : [];
  });
}

/** More than are under way at a time, so that nothing between two lists so far apart depends on the order of their requests. */
const farApart = 20;

function conclusions(exchanges: readonly CompletedExchange[]): Conclusion[] {
  if (exchanges.length < 2) return [];
  const lists = exchanges.map(elementsOf);
  const seen = seenAt(lists);
  const oldLists = exchanges.map(oldElementsOf);
  const seenOld = seenAt(oldLists);
  return exchanges.map((exchange, index): Conclusion => {
    const list = lists[index] ?? [];
    const breach =
      changedCategory(lists[0] ?? [], list) ??
      leftOut(oldLists[index] ?? [], index, seenOld, farApart) ??
      otherName(lists, index) ??
      (index === lists.length - 1 ? shrinking(seen, index) : undefined);
    return { exchange, before: earlier(exchanges, index), breach: breach ?? 'pass' };
  });
}

/** The first list, and the one just before. */
function earlier(exchanges: readonly CompletedExchange[], index: number): CompletedExchange[] {
  return exchanges.slice(0, index).filter((_, other) => other === 0 || other === index - 1);
}

type Seen = ReadonlyMap<unknown, { readonly first: number; last: number }>;

/** In which lists each id is for the first and the last time. */
function seenAt(lists: readonly Category[][]): Seen {
  const seen = new Map<unknown, { first: number; last: number }>();
  for (const [index, list] of lists.entries())
    for (const { id } of list) {
      if (!isScalar(id)) continue;
      const known = seen.get(id);
      if (known) known.last = index;
      else seen.set(id, { first: index, last: index });
    }
  return seen;
}

/** Finds a category whose fields differ between two lists. */
function changedCategory(before: readonly Category[], now: readonly Category[]): Breach | undefined {
  const [byId, byName] = [uniqueBy(before, 'id'), uniqueBy(before, 'name')];
  const [nowById, nowByName] = [uniqueBy(now, 'id'), uniqueBy(now, 'name')];
  const renamed = now.findIndex(({ id, name }) => nowById.has(id) && differ(byId.get(id)?.name, name));
  const kept = now.some(({ id, name }) => nowById.has(id) && byId.get(id)?.name === name);
  // Nobody renames all categories within a run.
  if (renamed !== -1 && !kept && byId.size > 1 && nowById.size > 1)
    return otherThanBefore(renamed, 'name', byId.get(now[renamed]?.id) ?? {}, now[renamed] ?? {});
  for (const [index, category] of now.entries()) {
    const known = nowById.has(category.id) ? byId.get(category.id) : undefined;
    const field = known && ['created_at'].find((name) => differ(known[name], category[name]));
    if (known && field !== undefined) return otherThanBefore(index, field, known, category);
    const named = nowByName.has(category.name) ? byName.get(category.name) : undefined;
    const isKnown = byId.has(category.id) || !isScalar(category.id);
    if (named && isScalar(named.id) && !isKnown && !nowById.has(named.id))
      return otherThanBefore(index, 'id', named, category);
  }
  return undefined;
}

function otherThanBefore(index: number, field: string, known: Category, now: Category): Breach {
  const subject =
    field === 'id' ? `the category ${shown(now.name)}` : `the category with id ${shown(now.id)}`;
  return {
    actual: `${subject} has the ${field} ${shown(now[field])}, and ${shown(known[field])} in an earlier response`,
    pointer: `/data/${index}/${field}`,
    kind: `another ${field} than before`,
  };
}

/** Finds a category that is missing here only: what is listed before and after was not deleted. */
function leftOut(list: readonly Category[], index: number, seen: Seen, gap: number): Breach | undefined {
  if (list.length === 0 && seen.size > 0)
    return {
      actual: 'no categories from before the run, where other responses have some',
      pointer: '/data',
      kind: 'none',
    };
  const here = new Set(list.map(({ id }) => id));
  const missing = [...seen].find(
    ([id, { first, last }]) => first <= index - gap && last >= index + gap && !here.has(id),
  );
  if (missing === undefined) return undefined;
  return {
    actual: `the category with id ${shown(missing[0])} is left out, which is listed before and after`,
    pointer: '/data',
    kind: 'a category left out',
  };
}

/** Categories that go one after the other for good: one may be deleted within a run, not one at each request. */
function shrinking(seen: Seen, end: number): Breach | undefined {
  const gone = new Set([...seen.values()].map(({ last }) => last).filter((last) => last < end));
  if (gone.size < 3) return undefined;
  return {
    actual: `${seen.size} categories were listed, and ${gone.size} times some of them were listed no more`,
    pointer: '/data',
    kind: 'fewer categories each time',
  };
}

/** A name that the category has here only: nobody renames it and takes that back within a run. */
function otherName(lists: readonly Category[][], index: number): Breach | undefined {
  const [before, after] = [lists[index - 1], lists[index + 1]];
  if (!before || !after) return undefined;
  const [known, later] = [uniqueBy(before, 'id'), uniqueBy(after, 'id')];
  for (const [at, category] of (lists[index] ?? []).entries()) {
    const name = known.get(category.id)?.name;
    if (differ(name, category.name) && name === later.get(category.id)?.name)
      return otherThanBefore(at, 'name', known.get(category.id) ?? {}, category);
  }
  return undefined;
}

/** The categories by a field, without those that share its value. */
function uniqueBy(list: readonly Category[], field: string): Map<unknown, Category> {
  const counts = new Map<unknown, number>();
  for (const category of list) counts.set(category[field], (counts.get(category[field]) ?? 0) + 1);
  return new Map(
    list
      .filter((category) => isScalar(category[field]) && counts.get(category[field]) === 1)
      .map((category) => [category[field], category]),
  );
}

function isScalar(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
}

/** Tells whether two texts differ; what is no text is reported by other rules. */
function differ(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string' && a !== b;
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);
}
