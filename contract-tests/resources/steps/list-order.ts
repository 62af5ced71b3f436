import type { Conclusion } from '../../../src/conformance/rules/rule.js';
import { valueAt } from '../../../src/contract/json-pointer.js';
import { fieldOf } from '../../../src/contract/prose/bound-names.js';
import { canonicalText } from '../../../src/contract/schema/json-equal.js';
import { shown } from '../../../src/contract/validation/problem-text.js';
import { sizeOf, type ListPage, type ListParameter, type ListReader } from './list-reader.js';

type Direction = 'up' | 'down';

/** Values of an order at most that are tried. */
const maxValues = 6;

/** The order of a list: by each listed value of a parameter for it, and as its description states it. */
export async function judgeOrder(list: ListReader): Promise<Conclusion[]> {
  const conclusions: Conclusion[] = [];
  const stated = statedOrder(list);
  if (stated !== undefined) {
    const page = await list.read([], 'the list in its usual order');
    if (page) conclusions.push(...ordered(list, page, stated.field, stated.direction, stated.words));
  }
  for (const parameter of list.parameters)
    for (const { value, field, direction } of ordersOf(parameter, list.plain)) {
      const { name } = parameter.parameter;
      const page = await list.read([[parameter, value]], `the parameter ${name} is ${value}`);
      if (page) conclusions.push(...ordered(list, page, field, direction, `${name}=${value}`));
    }
  return conclusions;
}

/** A list without a parameter, and with the default of its schema. */
export async function judgeDefaults(list: ListReader): Promise<Conclusion[]> {
  const conclusions: Conclusion[] = [];
  for (const parameter of list.parameters) {
    const { default: usual } = parameter.schema;
    const { name } = parameter.parameter;
    if (!['string', 'number', 'boolean'].includes(typeof usual)) continue;
    if (typeof usual === 'number' && sizeOf(list)?.parameter === parameter) await list.fillTo(usual + 1);
    const without = await list.read([], `the list without ${name}`);
    const given = await list.read(
      [[parameter, usual]],
      `the parameter ${name} is its default ${shown(usual)}`,
    );
    const again = await list.read([], `the list without ${name}, again`);
    const [one, two, three] = [without, given, again].map((page) => page?.items && canonicalText(page.items));
    // Items that change by themselves, or come in no order, say nothing.
    if (one === undefined || two === undefined || one !== three || without === undefined) continue;
    const [length, other] = [without.items?.length ?? 0, given?.items?.length ?? 0];
    const what = length === other ? 'other items or another order' : `${length} items, and ${other}`;
    conclusions.push({
      exchange: without.exchange,
      before: given ? [given.exchange] : [],
      breach:
        one === two
          ? 'pass'
          : {
              actual: `${what} with ${name}=${shown(usual)}, its default`,
              kind: `another default of ${name}`,
            },
    });
  }
  return conclusions;
}

interface Order {
  readonly value: string;
  readonly field: string;
  /** Undefined where the value doesn't say it: then any order by the field will do. */
  readonly direction: Direction | undefined;
}

/** The values of a parameter that name fields of the items, such as `-created_at` and `name_asc`. */
function ordersOf({ parameter: { name }, schema }: ListParameter, items: readonly unknown[]): Order[] {
  if (!/sort|order/i.test(name) || !Array.isArray(schema.enum)) return [];
  const values = schema.enum.filter((value): value is string => typeof value === 'string');
  const made = madeField(items);
  return values.slice(0, maxValues).flatMap((value): Order[] => {
    const age = /^(newest|latest|most[_-]?recent)|^(oldest|earliest)/i.exec(value);
    if (age !== null && made !== undefined)
      return [{ value, field: made, direction: age[1] === undefined ? 'up' : 'down' }];
    const [, sign = '', field = '', suffix = ''] =
      /^([-+]?)(.+?)(?:[_:.\s-](asc|desc)(?:ending)?)?$/i.exec(value) ?? [];
    if (items.length === 0 || items.some((item) => fieldOf(item, field) === undefined)) return [];
    const isSigned = values.includes(`-${field}`);
    const direction =
      sign === '-' || /^desc/i.test(suffix) ? 'down' : isSigned || suffix !== '' ? 'up' : undefined;
    return [{ value, field, direction }];
  });
}

/** The order that the description of a list states in the usual words, where its items say when they were made. */
function statedOrder(
  list: ListReader,
): { readonly field: string; readonly direction: Direction; readonly words: string } | undefined {
  const { document } = list.planner.stated.contract;
  const { description = '', summary = '' } = (valueAt(document, list.operation.pointer) ?? {}) as {
    description?: string;
    summary?: string;
  };
  const answer = list.operation.responses.get('200')?.value.description ?? '';
  const text = [summary, description, answer].join('\n');
  const [, word = ''] = /\b(newest|latest|most recent|oldest|earliest) first\b/i.exec(text) ?? [];
  const field = madeField(list.plain);
  if (word === '' || field === undefined) return undefined;
  const direction = /oldest|earliest/i.test(word) ? 'up' : 'down';
  return { field, direction, words: `${word.toLowerCase()} first` };
}

/** The field that says when an item was made. */
function madeField(items: readonly unknown[]): string | undefined {
  if (items.length === 0) return undefined;
  return ['created_at', 'created', 'created_on'].find((name) =>
    items.every((item) => typeof fieldOf(item, name) === 'string'),
  );
}

function ordered(
  list: ListReader,
  { exchange, items = [] }: ListPage,
  field: string,
  direction: Direction | undefined,
  words: string,
): Conclusion[] {
  const values = items.map((item) => comparable(fieldOf(item, field)));
  if (values.some((value) => value === undefined) || new Set(values).size < 2) return [];
  const keeps = (wanted: Direction) =>
    values.every((value, index) => {
      const before = values[index - 1];
      if (before === undefined || value === undefined || before === value) return true;
      return wanted === 'up' ? before < value : before > value;
    });
  const isOrdered = direction === undefined ? keeps('up') || keeps('down') : keeps(direction);
  return [
    {
      exchange,
      breach: isOrdered
        ? 'pass'
        : { actual: `${field} in another order (${words})`, kind: `order by ${field}` },
    },
  ];
}

/** A value whose order nobody doubts: of texts only times, and words of one case without accents. */
function comparable(value: unknown): number | string | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d\d-\d\d/.test(value)) return Date.parse(value) || undefined;
  return /^[a-z]+$/.test(value) ? value : undefined;
}
