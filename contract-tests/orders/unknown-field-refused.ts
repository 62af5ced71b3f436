import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'POST /create-order with nothing but an unknown field is an error.',
  level: 'MUST',
  section: '4.3',
  sentence:
    'POST /create-order, is used only as an example of an invalid request; an unknown body field is sent and an error is expected.',
  expected: ['a status of 400 or more', '404, 405 or 501 where orders are not offered'],
  scope: 'service',
  cases(planner) {
    const operation = planner.operation('createOrder');
    if (operation === undefined) return { skip: 'the document has no createOrder', notApplicable: true };
    return [
      {
        detail: 'unknown',
        title: 'POST /create-order with an unknown field',
        operation,
        request: withJson(planner.request(operation), { drydock_unknown_field: 'x' }),
        accept: [],
        level: 'MUST',
        answerLevel: 'MUST',
      },
    ];
  },
  judge: ({ outcome }) => (outcome.status >= 400 ? 'kept' : { actual: `status ${outcome.status}` }),
});
