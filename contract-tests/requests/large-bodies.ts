import type { CaseDraft } from '../../src/conformance/cases/case.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import type { Operation } from '../../src/contract/operations.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

const kilobytes = [16, 40, 90];

export default rule({
  title: 'A body of tens of kilobytes is served or rejected properly.',
  level: 'MUST',
  section: '8',
  sentence: 'Maximum request size, maximum number of boxes or items: not shown.',
  expected: ['the documented status of success', 'status 400 or 413, in the envelope'],
  inOtherDocuments: {
    expected: ['a documented status of success', 'a rejection, such as 400 or 413'],
    quotes: 'responses',
  },
  appliesTo: { document: 'any' },
  priority: 4,
  cases: (planner) =>
    planner.withBody.flatMap((operation) => kilobytes.flatMap((size) => sized(planner, operation, size))),
});

/** The valid body, with its first array repeated up to the size. */
function sized(planner: Planner, operation: Operation, size: number): CaseDraft[] {
  const body = planner.body(operation);
  if (typeof body !== 'object' || body === null) return [];
  const list = Object.entries(body).find(([, value]) => Array.isArray(value) && value.length > 0);
  if (list === undefined) return [];
  const [name, elements] = list as [string, unknown[]];
  const count = Math.ceil((size * 1024) / JSON.stringify(elements[0]).length);
  const large = {
    ...body,
    [name]: Array.from({ length: count }, (_, index) => elements[index % elements.length]),
  };
  return [
    {
      detail: `${size}k`,
      title: `a body of ${size} kB, ${count} elements in ${name}`,
      operation,
      request: withJson(planner.request(operation), large),
      accept: [...planner.successStatuses(operation), ...planner.rejectionStatuses, 413],
    },
  ];
}
