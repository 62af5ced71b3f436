import { unknownKey } from '../../src/conformance/cases/credential.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'Operations on orders, where they exist, need a key like any other.',
  level: 'MUST',
  section: '5 rule 1',
  sentence:
    'Every request carries the header Authorization with the value Bearer followed by a space and <API_KEY>.',
  expected: ['status 401', '404, 405 or 501 where orders do not exist'],
  appliesTo: { document: 'service' },
  cases: (planner) =>
    ['createOrder', 'getOrder'].flatMap((id) => {
      const operation = planner.operation(id);
      const bare = planner.requestWithoutKey(operation);
      // A server that needs no key must not create an order: this body is none.
      const harmless = bare.body === undefined ? bare : withJson(bare, { drydock_unknown_field: 'x' });
      const common = {
        // The body names no rate, so that there is nothing to order.
        harmless: true,
        operation,
        accept: [401, 404, 405, 501],
        level: 'MUST',
        responseLevel: 'MUST',
      } as const;
      return [
        { ...common, detail: 'no-key', title: 'without a key', request: harmless },
        {
          ...common,
          detail: 'unknown-key',
          title: 'with an unknown key',
          request: planner.keyed(operation, harmless, unknownKey(planner.keys.valid)),
        },
      ];
    }),
});
