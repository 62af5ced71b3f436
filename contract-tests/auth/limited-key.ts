import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { changed } from '../../src/conformance/cases/generate/body-nodes.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withHeaders, withJson } from '../../src/conformance/cases/request.js';
import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Operation } from '../../src/contract/operations.js';
import { ofOperators, queryOfOperators } from './steps/operators.js';
import { versionPrefix } from '../routing/steps/version-prefix.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';

export default rule({
  title: 'A key that lacks a permission gets 403, and 401 nowhere.',
  level: 'MUST',
  section: '5 rule 5',
  sentence: 'Insufficient permissions yield HTTP 403.',
  expected: [
    'a success or 403 from every operation',
    '403 or 400 for an invalid body',
    '404, 405 or 501 where orders do not exist',
  ],
  appliesTo: { document: 'service' },
  priority: 1,
  cases(planner) {
    const key = planner.keys.limited;
    if (key === undefined) return { skip: 'no limited key was given', option: 'limitedKey' };
    return [
      // Before any other key asks for rates: what that one may must not stay open for this.
      ...planner.guarded.map((operation) => ({
        detail: 'limited',
        title: 'with a key of limited permissions',
        operation,
        request: planner.keyed(operation, planner.requestWithoutKey(operation), key),
        accept: [...planner.successStatuses(operation), 403],
        first: planner.statedOperations.includes(operation),
      })),
      ...ofShipments(planner, key),
      ...ofOrders(planner, key),
      ...planner.statedOperations.flatMap((operation) => throughDoors(planner, operation, key)),
    ];
  },
  // The rights that the key lacks are not shown (section 5), and may be none that is tried: a success alone says nothing.
  check: (exchange) =>
    isDoor(exchange) || (exchange.response.status < 300 && isPermitted(exchange))
      ? undefined
      : acceptedStatus(exchange),
  conclude: (exchanges) =>
    exchanges.some(({ response }) => response.status === 403)
      ? [...fromMemory(exchanges), ...doorsOpen(exchanges)]
      : { skip: 'the limited key may do all that was tried' },
});

type Door = readonly [
  detail: string,
  title: string,
  path: (path: string) => string,
  headers?: Readonly<Record<string, string>>,
];

/** Ways to an operation past a check that looks at one spelling of its path only. */
const doors: readonly Door[] = [
  ['door-query', 'with a query', (path) => `${path}?note=drydock`],
  ['door-operator', 'as if from an operator', (path) => path + queryOfOperators, ofOperators],
  ['door-prefix', 'below the prefix of the version', (path) => versionPrefix + path],
  ['door-slash', 'with a slash at the end of the path', (path) => `${path}/`],
];

function throughDoors(planner: Planner, operation: Operation, key: string): CaseDraft[] {
  const request = planner.keyed(operation, planner.requestWithoutKey(operation), key);
  return doors.map(([detail, title, spelled, headers = {}]) => ({
    detail,
    title: `with a key of limited permissions, ${title}`,
    operation,
    request: withHeaders({ ...request, path: spelled(request.path) }, headers),
    accept: [],
    // The form of a response to an undocumented path is not stated.
    responseLevel: 'SHOULD',
  }));
}

function ofShipments(planner: Planner, key: string): CaseDraft[] {
  const operation = planner.operation('getShippingRates');
  const bare = planner.requestWithoutKey(operation);
  const other = changed(planner.body(operation), ['box_dimension', 0, 'items', 0, 'name'], 'Wooden toy');
  return [
    {
      detail: 'limited-other',
      title: 'with a key of limited permissions, and another name of an item',
      operation,
      request: planner.keyed(operation, withJson(bare, other), key),
      accept: [...planner.successStatuses(operation), 403],
    },
    {
      detail: 'limited-incomplete',
      title: 'with a key of limited permissions, and a body that lacks every field',
      operation,
      request: planner.keyed(operation, withJson(bare, {}), key),
      accept: [403, ...planner.rejectionStatuses],
    },
  ];
}

/** Neither request names anything that could be ordered. */
function ofOrders(planner: Planner, key: string): CaseDraft[] {
  const [create, find] = [planner.operation('createOrder'), planner.operation('getOrder')];
  const common = { level: 'MUST', responseLevel: 'MUST', harmless: true } as const;
  const unknown = withJson(planner.requestWithoutKey(create), { drydock_unknown_field: 'x' });
  return [
    {
      ...common,
      detail: 'limited-unknown-field',
      title: 'with a key of limited permissions, and only an unknown field',
      operation: create,
      request: planner.keyed(create, unknown, key),
      accept: [403, ...planner.rejectionStatuses, 404, 405, 501],
    },
    {
      ...common,
      detail: 'limited-unknown-order',
      title: 'with a key of limited permissions',
      operation: find,
      request: planner.keyed(find, planner.requestWithoutKey(find), key),
      accept: [200, 400, 403, 404, 405, 501],
    },
  ];
}

const detailOf = ({ case: item }: CompletedExchange): string => item.id.split('/').at(-1) ?? '';

const isDoor = (exchange: CompletedExchange): boolean => detailOf(exchange).startsWith('door-');

/** A request that gets 403 succeeds in another spelling, or with another name of an item; a 403 at a path that does not exist says nothing. */
function doorsOpen(exchanges: readonly CompletedExchange[]): Conclusion[] {
  const refusedPlain = ({ operation }: CompletedExchange) =>
    exchanges.filter(
      (plain) =>
        plain.operation === operation && detailOf(plain) === 'limited' && plain.response.status === 403,
    );
  const alike = exchanges.filter((one) => isDoor(one) || detailOf(one) === 'limited-other');
  return alike.map((door): Conclusion => {
    const { status } = door.response;
    const actual = `status ${status}, and 403 for the request as it is usually written`;
    const breach = { actual, kind: '403 for one request only' };
    const before = refusedPlain(door).slice(0, 1);
    return { exchange: door, before, breach: status < 300 && before.length > 0 ? breach : 'pass' };
  });
}

/** Tells whether a success is right, where the key has the permission. */
function isPermitted(exchange: CompletedExchange): boolean {
  return !['limited-incomplete', 'limited-unknown-field'].includes(detailOf(exchange));
}

/** A shipment that the valid key has asked for too is served, and one that differs in the name of an item is not. */
function fromMemory(exchanges: readonly CompletedExchange[]): Conclusion[] {
  const ofRates = exchanges.filter(({ operation }) => operation?.id === 'getShippingRates');
  const [same, other] = ['limited', 'limited-other'].map((detail) =>
    ofRates.find((exchange) => detailOf(exchange) === detail),
  );
  if (same?.response.status !== 200 || other?.response.status !== 403) return [];
  const actual = 'status 200 for a shipment that another key has asked for, and 403 for another like it';
  return [{ exchange: same, before: [other], breach: { actual } }];
}
