import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import {
  createOrder,
  lookUp,
  ordersNotCovered,
  quoteRate,
  trackingNumberOf,
  triesOrders,
} from './steps/order-steps.js';

export default rule({
  title: 'A tracking number finds its own order, and none by another number.',
  level: 'MUST',
  section: '7',
  sentence:
    '404 Not Found: Resource not found; errors may name the missing resource identifier, e.g. a tracking number <tracking_number>.',
  expected: [
    'no order with another tracking number than the one that was asked for, whatever its case and its marks',
    'no success for numbers that no order has',
  ],
  appliesTo: { document: 'service' },
  probe: async (session) => (triesOrders(session) ? follow(session) : ordersNotCovered),
});

/** Two orders, so that the last one is not the only one; a server may not know a reference. */
async function follow(session: Session): Promise<Conclusion[]> {
  const quote = await quoteRate(session);
  if (quote === undefined) return [];
  const rateId = quote.id;
  const orders = [
    await createOrder(session, 'an order', { rate_id: rateId }),
    await createOrder(session, 'an order with a reference', { rate_id: rateId, reference: 'Drydock "7"' }),
  ];
  const before = [quote.exchange, ...orders.filter((order) => order !== undefined)];
  const made = orders.map((order) => order && trackingNumberOf(order));
  const [number] = made;
  const conclusions: Conclusion[] = [];
  const found = new Set<string>();
  // The last one first; whether each is found is judged at last, when none is still on its way.
  for (const own of made.reverse()) {
    const order = own && (await lookUp(session, own, 'the tracking number of an order'));
    if (!own || !order || trackingNumberOf(order) === undefined) continue;
    found.add(own);
    conclusions.push(concluded(order, own));
  }
  if (number === undefined || found.size === 0) return conclusions.map((one) => ({ ...one, before }));
  for (const [what, other] of others(number)) {
    const order = await lookUp(session, other, `the tracking number of an order, ${what}`, [404]);
    if (order !== undefined) conclusions.push(concluded(order, other));
  }
  for (const own of made) {
    const again = own && (await lookUp(session, own, 'the tracking number of an order, at last'));
    if (own && again) conclusions.push(again.response.status === 404 ? lost(again) : concluded(again, own));
  }
  return conclusions.map((one) => ({ ...one, before }));
}

function lost(exchange: CompletedExchange): Conclusion {
  const actual = 'status 404, where this order or another one was found before';
  return { exchange, breach: { actual, kind: 'an order that is found no more' } };
}

function concluded(exchange: CompletedExchange, asked: string): Conclusion {
  const { status } = exchange.response;
  if (status >= 300) return { exchange, breach: 'pass' };
  // Section 7: 201 is "Resource created".
  if (status === 201) return { exchange, breach: { actual: 'status 201, where nothing is created' } };
  const found = trackingNumberOf(exchange);
  if (found !== undefined && isSame(found, asked)) return { exchange, breach: 'pass' };
  if (found === undefined) return { exchange, breach: { actual: `status ${status}` } };
  const actual = `the order ${found}`;
  return { exchange, breach: { actual, pointer: '/data/0', kind: 'an order of another number' } };
}

/** A server may read a number in any case, and without the blanks and marks that people write. */
function isSame(...numbers: readonly [string, string]): boolean {
  const [one, other] = numbers.map((number) => number.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return one === other;
}

/** Numbers that a search for a part, a pattern or a number finds the order by. */
function others(number: string): [what: string, other: string][] {
  const half = Math.ceil(number.length / 2);
  const rows: [what: string, other: string][] = [
    ['cut by one character', number.slice(0, -1)],
    ['its first half', number.slice(0, half)],
    ['its second half', number.slice(half)],
    ['without its first character', number.slice(1)],
    ['with a 0 behind it', `${number}0`],
    ['with a word behind it', `${number}-drydock`],
    ['with a character before it', `X${number}`],
    ['with a percent sign for its end', `${number.slice(0, -1)}%`],
    ['with an underscore for its end', `${number.slice(0, -1)}_`],
    ['with a star for its end', `${number.slice(0, -1)}*`],
    ['as a pattern', `${number.slice(0, -1)}.`],
    ['with another first digit', changedAt(number, number.search(/[0-9]/))],
    ['with another last character', changedAt(number, number.length - 1)],
    ['with a quote behind it', `${number}'`],
    ['with a null character behind it', `${number}\0`],
    ['with a letter of another script for its end', `${number.slice(0, -1)}শ`],
    ...['constructor', 'toString', '__proto__'].map((name): [string, string] => [`the word ${name}`, name]),
    ['the word null', 'null'],
    ['the word undefined', 'undefined'],
    ['three zeros', '000'],
  ];
  // Below a short one may be a list, and so it says nothing.
  return rows.filter(([, other]) => other !== number && other.length >= 3);
}

/** Other digits and letters stay such, so that the number has the form of its kind. */
function changedAt(number: string, at: number): string {
  const character = number.charAt(at);
  const other = /[0-9]/.test(character)
    ? String((Number(character) + 5) % 10)
    : character === 'A'
      ? 'B'
      : 'A';
  return at < 0 ? number : number.slice(0, at) + other + number.slice(at + 1);
}
