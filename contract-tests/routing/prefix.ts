import { bodyProblems } from '../../src/conformance/cases/bodies/body-problems.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';
import { isOld } from '../categories/steps/is-old.js';
import { rule, type Breach, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import { versionPrefix } from './steps/version-prefix.js';

export default rule({
  title: 'Below the prefix of the version are all operations or none.',
  level: 'MUST',
  section: '9',
  sentence:
    'The tester address for the operations has the path prefix /api/v1/developer before the operation path.',
  expected: [
    'the response that the operation gives without the prefix',
    '400 for an invalid body',
    'no success for any operation, and no 400 for a valid request',
  ],
  appliesTo: { document: 'service' },
  cases: (planner) =>
    planner.statedOperations.flatMap((operation) => {
      const request = planner.request(operation);
      const prefixed = {
        detail: 'prefixed',
        title: `a valid request below ${versionPrefix}`,
        operation,
        request: { ...request, path: versionPrefix + request.path },
        accept: [],
      };
      const plain = {
        ...prefixed,
        detail: 'plain',
        title: 'a valid request, beside one below the prefix',
        request,
      };
      if (operation.id === 'listCategories') return [plain, prefixed];
      const wrong = everyValueWrong(planner.body(operation));
      const problems = bodyProblems(planner.stated, operation, wrong);
      const title = `every value of another type below ${versionPrefix}`;
      return [
        prefixed,
        {
          ...{ ...prefixed, detail: 'invalid', title, problems },
          request: withJson(prefixed.request, wrong),
          // A path with nothing below the prefix says nothing of the body.
          responseLevel: 'SHOULD',
        },
      ];
    }),
  // A base address that has the prefix has nothing below a second one.
  check: () => undefined,
  conclude(all) {
    const [plain] = all.filter(isPlain);
    const exchanges = all.filter((exchange) => !isPlain(exchange));
    // An empty success may be that of every path.
    const served = exchanges.find(
      (one) => one.response.status < 300 && !isInvalid(one) && elementsOf(one).length > 0,
    );
    if (served === undefined) return exchanges.flatMap((exchange) => refused(exchange, exchanges, plain));
    return exchanges.map((exchange): Conclusion => {
      const { status } = exchange.response;
      const actual = `status ${status}, where ${served.request.method} ${served.request.path} is served`;
      if (isInvalid(exchange))
        return { exchange, before: [served], breach: status === 400 ? 'pass' : { actual } };
      if (status >= 300) return { exchange, before: [served], breach: { actual } };
      return { exchange, before: plain ? [plain] : [], breach: otherList(exchange, plain) ?? 'pass' };
    });
  },
});

/** A path that is not below the prefix is 404 there; a valid request that is not valid there meets an operation all the same. */
function refused(
  exchange: CompletedExchange,
  all: readonly CompletedExchange[],
  plain: CompletedExchange | undefined,
): Conclusion[] {
  const { status, body } = exchange.response;
  if (status !== 400 || isInvalid(exchange) || plain?.response.status !== 200) return [];
  // Who says the same of a body that is wrong throughout has not looked at either.
  if (all.some((one) => isInvalid(one) && one.response.body.equals(body))) return [];
  const actual = `status 400 for a valid request below ${versionPrefix}`;
  return [{ exchange, before: [plain], breach: { actual, kind: 'a valid request is refused' } }];
}

/** A number for each text, and a text for each number. */
function everyValueWrong(value: unknown): unknown {
  if (typeof value === 'string') return 7;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(everyValueWrong);
  return Object.fromEntries(
    Object.entries(value as object).map(([name, child]) => [name, everyValueWrong(child)]),
  );
}

const isInvalid = ({ case: item }: CompletedExchange): boolean => item.id.endsWith('/invalid');
const isPlain = ({ case: item }: CompletedExchange): boolean => item.id.endsWith('/plain');

/** A list that lacks categories which the one without the prefix had before: at most one may have gone between the two requests. */
function otherList(exchange: CompletedExchange, plain: CompletedExchange | undefined): Breach | undefined {
  if (plain?.response.status !== 200 || plain.operation !== exchange.operation) return undefined;
  const below = new Set(elementsOf(exchange).map(({ id }) => id));
  const missing = elementsOf(plain).filter((one) => isOld(one) && !below.has(one.id)).length;
  if (missing < 2) return undefined;
  return {
    actual: `${missing} categories of the list without the prefix are left out`,
    pointer: '/data',
    kind: 'another list',
  };
}
