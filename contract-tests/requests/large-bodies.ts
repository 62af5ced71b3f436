import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { bodyNodes, changed, type BodyNode } from '../../src/conformance/cases/generate/body-nodes.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withJson } from '../../src/conformance/cases/request.js';
import type { Operation } from '../../src/contract/operations.js';
import { rule } from '../../src/conformance/rules/rule.js';

type Pick = (nodes: readonly BodyNode[]) => BodyNode | undefined;

const isList = ({ value }: BodyNode): boolean => Array.isArray(value) && value.length > 0;
const isFreeText = ({ value, schema }: BodyNode): boolean =>
  typeof value === 'string' && schema.enum === undefined && !/^[\d.]+$/.test(value);

/** The parts that are enlarged, and their sizes in kilobytes. */
const growths: readonly (readonly [name: string, pick: Pick, kilobytes: readonly number[]])[] = [
  ['list', (nodes) => nodes.find(isList), [40, 90, 500]],
  ['inner-list', (nodes) => nodes.filter(isList).at(1), [12, 300]],
  ['text', (nodes) => nodes.find(isFreeText), [150, 1200]],
];

export default rule({
  title: 'A large body is served or rejected properly.',
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
    planner.withBody.flatMap((operation) =>
      growths.flatMap(([name, pick, sizes]) =>
        sizes.flatMap((kilobytes) => grown(planner, operation, { name, pick, kilobytes })),
      ),
    ),
});

/** The valid body, with one of its lists repeated, or one of its texts continued, up to the size. */
function grown(
  planner: Planner,
  operation: Operation,
  { name, pick, kilobytes }: { name: string; pick: Pick; kilobytes: number },
): CaseDraft[] {
  const body = planner.body(operation);
  const schema = planner.stated.requestSchema(operation)?.schema;
  const node = pick(bodyNodes(planner.stated.contract.document, schema, body, 'first'));
  if (node === undefined) return [];
  const large = repeated(node.value, kilobytes * 1024);
  const field = node.path.join('.');
  const what = Array.isArray(large) ? 'elements' : 'characters';
  return [
    {
      detail: `${name}-${kilobytes}k`,
      title: `a body of ${kilobytes} kB, ${large.length} ${what} in ${field}`,
      operation,
      request: withJson(planner.request(operation), changed(body, node.path, large)),
      accept: [...planner.successStatuses(operation), ...planner.rejectionStatuses, 413],
    },
  ];
}

function repeated(value: unknown, bytes: number): string | unknown[] {
  if (typeof value === 'string') return `${value} `.repeat(Math.ceil(bytes / (value.length + 1)));
  const elements = value as unknown[];
  const count = Math.ceil(bytes / JSON.stringify(elements[0]).length);
  return Array.from({ length: count }, (_, index) => elements[index % elements.length]);
}
