import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import { versionPrefix } from './steps/version-prefix.js';

export default rule({
  title: 'Below the prefix of the version are all operations or none.',
  level: 'MUST',
  section: '9',
  sentence:
    'The tester address for the operations has the path prefix /api/v1/developer before the operation path.',
  expected: ['the response that the operation gives without the prefix', 'no success for any operation'],
  appliesTo: { document: 'service' },
  cases: (planner) =>
    planner.statedOperations.map((operation) => {
      const request = planner.request(operation);
      return {
        detail: 'prefixed',
        title: `a valid request below ${versionPrefix}`,
        operation,
        request: { ...request, path: versionPrefix + request.path },
        accept: [],
      };
    }),
  // A base address that has the prefix has nothing below a second one.
  check: () => undefined,
  conclude(exchanges) {
    const served = exchanges.find(({ response }) => response.status < 300);
    if (served === undefined) return [];
    return exchanges.map((exchange): Conclusion => {
      const { status } = exchange.response;
      const actual = `status ${status}, where ${served.request.method} ${served.request.path} is served`;
      return { exchange, breach: status < 300 ? 'pass' : { actual } };
    });
  },
});
