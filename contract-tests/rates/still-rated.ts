import { requestHeader } from '../../src/conformance/cases/request.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';

export default rule({
  title: 'A shipment that was rated is rated again.',
  level: 'MUST',
  section: '4.2 rule 2',
  sentence: 'On success, data holds one element per courier option.',
  expected: ['rates, where the same request got rates before'],
  appliesTo: { document: 'service', operation: 'getShippingRates', status: 200 },
  conclude(exchanges) {
    const same = new Map<string, CompletedExchange[]>();
    // Effects of the order of requests on one connection belong to another rule.
    for (const exchange of exchanges.filter(({ case: item }) => item.turn === undefined)) {
      const request = fingerprint(exchange);
      same.set(request, [...(same.get(request) ?? []), exchange]);
    }
    return [...same.values()].flatMap(concluded);
  },
});

/** Number of times that a shipment must have had rates, and then none. */
const enough = 3;

/** Couriers may come and go; that none is left from some moment on, which was within the run, is no chance. */
function concluded(group: readonly CompletedExchange[]): Conclusion[] {
  const isRated = (exchange: CompletedExchange): boolean => elementsOf(exchange).length > 0;
  const last = group.findLastIndex(isRated);
  const [[first], [empty]] = [group, group.slice(last + 1)];
  const rated = group.filter(isRated).length;
  if (empty === undefined || rated < enough || group.length - last - 1 < enough)
    return first && group.length > 1 ? [{ exchange: first, breach: 'pass' }] : [];
  const actual = `no rates any more, where the same request got some ${rated} times before`;
  return [
    {
      exchange: empty,
      before: group.slice(last, last + 1),
      breach: { actual, pointer: '/data', kind: 'no rates any more' },
    },
  ];
}

function fingerprint({ request }: CompletedExchange): string {
  const { method, path, body } = request;
  return JSON.stringify([method, path, requestHeader(request, 'Authorization'), body?.toString('latin1')]);
}
