import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { changed, bodyNodes } from '../../src/conformance/cases/generate/body-nodes.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import type { Operation } from '../../src/contract/operations.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { toPointer } from '../../src/contract/json-pointer.js';
import { rule } from '../../src/conformance/rules/rule.js';

/** Lengths of arrays, and the index of the wrong element. */
const places = [
  { length: 24, index: 23 },
  { length: 24, index: 11 },
  { length: 110, index: 104 },
] as const;

export default rule({
  title: 'Elements far down an array are checked as well.',
  level: 'MUST',
  section: '2.4',
  sentence: 'box_dimension: array of Box; items: array of item; every field is required.',
  expected: ['status 400'],
  inOtherDocuments: {
    expected: ['a rejection, such as 400 or 422'],
    quotes: 'requestBody',
  },
  appliesTo: { document: 'any' },
  hasControls: true,
  priority: 3,
  cases: (planner) =>
    planner.withBody.flatMap((operation) => places.flatMap((place) => far(planner, operation, place))),
});

/** One case for each array: it is long, and the first required field of one of its elements is missing. */
function far(
  planner: Planner,
  operation: Operation,
  { length, index }: (typeof places)[number],
): CaseDraft[] {
  const schema = planner.stated.requestSchema(operation)?.schema;
  const { document } = planner.stated.contract;
  const plain = planner.body(operation);
  const nodes = bodyNodes(document, schema, plain, 'first');
  return nodes.flatMap(({ path, value }) => {
    if (!Array.isArray(value) || value.length === 0) return [];
    const inFirst = [...path, 0];
    const field = nodes.find(
      (node) =>
        node.required &&
        node.path.length === inFirst.length + 1 &&
        inFirst.every((segment, at) => node.path[at] === segment),
    );
    if (field === undefined) return [];
    const long = changed(plain, path, Array(length).fill(value[0]));
    const wrong = [...path, index, ...field.path.slice(-1)];
    const name = wrong.join('.');
    const problem = { pointer: toPointer(wrong), field: name, text: `${name} is missing` };
    const request = withJson(planner.request(operation), changed(long, wrong, undefined));
    return [
      {
        detail: name,
        title: `without ${name}`,
        operation,
        request,
        accept: [...planner.rejectionStatuses, 413],
        problems: [problem],
        control: long,
      },
    ];
  });
}
