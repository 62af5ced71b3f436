import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import { digitsAbroad, lettersAbroad, unlikelyShipments } from './shipments/shipments.js';

export default rule({
  title: 'A shipment that few couriers carry gets rates, an empty list, or a proper rejection.',
  level: 'MUST',
  section: '2.1',
  sentence: 'data: Result objects; an empty array when there are no results and on errors.',
  expected: [
    'status 200, with data empty when there are no rates',
    'status 400',
    'a zip code with letters, where the country has such',
  ],
  appliesTo: { document: 'service' },
  priority: 2,
  cases(planner) {
    const operation = planner.operation('getShippingRates');
    return unlikelyShipments().map(({ detail, title, body }) => ({
      detail,
      title,
      operation,
      request: withJson(planner.request(operation), body),
      accept: [200, 400],
    }));
  },
  check: acceptedStatus,
  conclude(exchanges) {
    const [letters, digits] = [lettersAbroad, digitsAbroad].map((detail) =>
      exchanges.find(({ case: item }) => item.id.endsWith(`/${detail}`)),
    );
    if (letters?.response.status !== 400 || digits?.response.status !== 200) return [];
    const actual = 'status 400 for a zip code of Canada, and 200 for one that Canada does not have';
    return [{ exchange: letters, breach: { actual, kind: 'a zip code with letters' } }];
  },
});
