import { unknownKey } from '../../src/conformance/cases/credentials/credential.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'The lookup of an order, where it exists, needs a key like any other operation.',
  level: 'MUST',
  section: '5 rule 1',
  sentence:
    'Every request carries the header Authorization with the value Bearer followed by a space and <API_KEY>.',
  expected: ['status 401', '404, 405 or 501 where orders do not exist'],
  appliesTo: { document: 'service' },
  cases(planner) {
    const operation = planner.operation('getOrder');
    const bare = planner.requestWithoutKey(operation);
    const common = {
      operation,
      accept: [401, 404, 405, 501],
      level: 'MUST',
      responseLevel: 'MUST',
    } as const;
    return [
      { ...common, detail: 'no-key', title: 'without a key', request: bare },
      {
        ...common,
        detail: 'unknown-key',
        title: 'with an unknown key',
        request: planner.keyed(operation, bare, unknownKey(planner.keys.valid)),
      },
    ];
  },
});
