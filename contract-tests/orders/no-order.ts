import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { withBody, withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

/** None of them names anything that could be ordered. */
const bodies: readonly (readonly [detail: string, title: string, type: string, body: string])[] = [
  ['malformed', 'a body that is cut short', 'application/json', '{"drydock_unknown_field": "x'],
  ['empty', 'an empty body', 'application/json', ''],
  ['list', 'a list', 'application/json', '[]'],
  ['null', 'null', 'application/json', 'null'],
  ['text', 'a body of plain text', 'text/plain', 'drydock'],
  ['form', 'a form', 'application/x-www-form-urlencoded', 'drydock_unknown_field=x'],
];

export default rule({
  title: 'POST /create-order with a body that is no order is an error.',
  level: 'MUST',
  section: '4.3',
  sentence:
    'POST /create-order, is used only as an example of an invalid request; an unknown body field is sent and an error is expected.',
  expected: ['a status from 400 to 499, and not 415 for JSON', '501 where orders do not exist'],
  appliesTo: { document: 'service' },
  priority: 4,
  cases(planner) {
    const operation = planner.operation('createOrder');
    return [
      ...bodies.map(([detail, title, type, body]): CaseDraft => ({
        detail,
        title: `POST /create-order with ${title}`,
        operation,
        harmless: true,
        request: withBody(withHeaders(planner.request(operation), { 'Content-Type': type }), body),
        // Bodies are JSON (4), so that no operation refuses it for its media type.
        accept: type === 'application/json' ? errors.filter((status) => status !== 415) : errors,
        level: 'MUST',
        responseLevel: 'MUST',
      })),
      {
        detail: 'get',
        title: 'GET /create-order',
        operation,
        request: withHeaders(
          { method: 'GET', path: operation.path, headers: planner.request(operation).headers },
          { 'Content-Type': undefined },
        ),
        // No section shows that something can be read there.
        accept: [200, ...errors],
        level: 'MUST',
        responseLevel: 'MUST',
      },
    ];
  },
});

const errors = [...Array.from({ length: 100 }, (_, index) => 400 + index), 501];
