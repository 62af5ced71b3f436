import { elementsOf } from '../../src/conformance/checks/envelope.js';
import { rule, type Breach, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';

/** So many responses to one request, and most of them, show its usual rates. */
const enough = 3;
/** And so many, all of them but one, show that a courier who is missing once is missing for the query. */
const many = 8;

export default rule({
  title: 'Rates are those of the shipment, and of every courier, whatever else is asked at the time.',
  level: 'MUST',
  section: '4.2 rule 2',
  sentence:
    'On success, data holds one element per courier option. (Calculate shipping rates for one or more boxes, given the box dimensions and items.)',
  expected: [
    'not the charges that another shipment usually has, where this one usually has others',
    'with unknown query parameters as many couriers as without',
  ],
  appliesTo: { document: 'service', operation: 'getShippingRates', status: 200 },
  conclude(exchanges) {
    const groups = new Map<string, CompletedExchange[]>();
    for (const exchange of exchanges) {
      const body = exchange.request.body?.toString('latin1') ?? '';
      groups.set(body, [...(groups.get(body) ?? []), exchange]);
    }
    const usual = new Map([...groups].flatMap(([body, group]) => usualOf(body, group)));
    return [...groups].flatMap(([body, group]) =>
      group.map((exchange): Conclusion => {
        const other = ofAnother(exchange, body, usual);
        if (other)
          return { exchange, before: [...(groups.get(other) ?? []).slice(0, 1)], breach: chargesOfAnother };
        const before = group.filter(({ request }) => !request.path.includes('?')).slice(0, 1);
        return { exchange, before, breach: fewer(exchange, group) ?? 'pass' };
      }),
    );
  },
});

/** The charges that most responses to a body have. */
function usualOf(body: string, group: readonly CompletedExchange[]): [body: string, charges: string][] {
  const counts = new Map<string, number>();
  for (const exchange of group) counts.set(chargesOf(exchange), (counts.get(chargesOf(exchange)) ?? 0) + 1);
  const [charges, count] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? ['', 0];
  return count < enough || count * 2 <= group.length ? [] : [[body, charges]];
}

const chargesOfAnother: Breach = {
  actual: 'the charges of another shipment, and others for this one at other times',
  pointer: '/data',
  kind: 'the charges of another shipment',
};

/** The body of the shipment whose usual charges a response has, where its own are others; undefined where it has its own. */
function ofAnother(
  exchange: CompletedExchange,
  body: string,
  usual: ReadonlyMap<string, string>,
): string | undefined {
  const charges = chargesOf(exchange);
  const own = usual.get(body);
  if (own === undefined || charges === own || elementsOf(exchange).length === 0) return undefined;
  return [...usual].find(([other, theirs]) => other !== body && theirs === charges)?.[0];
}

/** Fewer couriers than every other response to the same body has, for a query that the operation does not have. */
function fewer(exchange: CompletedExchange, group: readonly CompletedExchange[]): Breach | undefined {
  if (!exchange.request.path.includes('?')) return undefined;
  const counts = group
    .filter(({ request }) => !request.path.includes('?'))
    .map((one) => elementsOf(one).length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const { length } = elementsOf(exchange);
  if (counts.length < many || least !== most || length >= least) return undefined;
  return {
    actual: `${length} of ${least} couriers, with a query`,
    pointer: '/data',
    kind: 'fewer couriers with a query',
  };
}

function chargesOf(exchange: CompletedExchange): string {
  return JSON.stringify(
    elementsOf(exchange).map(({ courier_name, courier_type, shipping_charge }) => [
      courier_name,
      courier_type,
      shipping_charge,
    ]),
  );
}
