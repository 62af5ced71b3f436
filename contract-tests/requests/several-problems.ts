import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { amplified, bodyNodes, changed } from '../../src/conformance/cases/generate/body-nodes.js';
import type { BodyNode } from '../../src/conformance/cases/generate/body-nodes.js';
import type { Mutation } from '../../src/conformance/cases/generate/mutations.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import type { Operation } from '../../src/contract/operations.js';
import { randomElement } from '../../src/conformance/cases/generate/random.js';
import { bodyProblems } from '../../src/conformance/cases/body-problems.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

type Pick = (mutation: Mutation) => boolean;

const missing: Pick = ({ kind }) => kind === 'missing';
const wrong: Pick = ({ kind, value }) => kind === 'type' && value !== null;
const invalid: Pick = ({ kind }) => kind === 'constraint';
const depth =
  (levels: number, pick: Pick): Pick =>
  (mutation) =>
    mutation.path.length === levels && pick(mutation);
const deep =
  (pick: Pick): Pick =>
  (mutation) =>
    mutation.path.length >= 4 && pick(mutation);

/** Which mutations are combined; each is in another field. */
const combinations: readonly (readonly [detail: string, picks: readonly Pick[]])[] = [
  ['two-missing', [depth(1, missing), depth(1, missing)]],
  ['two-missing-in-one', [depth(2, missing), depth(2, missing)]],
  ['missing-at-two-depths', [depth(1, missing), depth(2, missing)]],
  ['missing-deep', [depth(3, missing), deep(missing)]],
  ['two-wrong-types', [depth(1, wrong), depth(2, wrong)]],
  ['wrong-types-deep', [depth(3, wrong), deep(wrong)]],
  ['missing-and-wrong-type', [depth(2, missing), depth(3, wrong)]],
  ['missing-and-invalid', [depth(1, missing), invalid]],
  ['wrong-type-and-invalid', [depth(2, wrong), invalid]],
  ['four', [depth(1, missing), depth(2, wrong), depth(3, missing), deep(wrong)]],
];

export default rule({
  title: 'A request with several problems is rejected.',
  level: 'MUST',
  section: '7 rule 2',
  sentence: 'A 400 response lists one string per problem in errors.',
  expected: ['status 400'],
  inOtherDocuments: {
    expected: ['a rejection, such as 400 or 422'],
    quotes: 'requestBody',
  },
  appliesTo: { document: 'any' },
  priority: 2,
  cases: (planner) =>
    planner.withBody.flatMap((operation) => [
      ...combinations.flatMap((combination) => combined(planner, operation, combination)),
      ...almostEmpty(planner, operation),
      ...inTwoElements(planner, operation),
      ...inEveryElement(planner, operation),
      ...inEveryElementOfOne(planner, operation),
      ...everyLeaf(planner, operation),
      ...emptyObjects(planner, operation),
      ...inManyElements(planner, operation),
    ]),
});

function combined(
  planner: Planner,
  operation: Operation,
  [detail, picks]: (typeof combinations)[number],
): CaseDraft[] {
  const random = planner.random(`${operation.id} ${detail}`);
  const stated = planner.mutations(operation).filter(({ level, later }) => level === 'MUST' && !later);
  const chosen: Mutation[] = [];
  for (const pick of picks) {
    const apart = stated.filter(
      (mutation) => pick(mutation) && chosen.every((other) => areApart(mutation, other)),
    );
    if (apart.length === 0) return [];
    chosen.push(randomElement(random, apart));
  }
  const body = chosen.reduce<unknown>(
    (base, { path, value }) => changed(base, path, value),
    planner.body(operation),
  );
  return draft(planner, operation, detail, chosen.map(({ title }) => title).join(', '), body);
}

/** Neither is inside the other, and their names differ, so that an error about one isn't taken for the other. */
function areApart(a: Mutation, b: Mutation): boolean {
  const [first, second] = [a.problem.pointer, b.problem.pointer];
  if (first.startsWith(second) || second.startsWith(first)) return false;
  return a.path.at(-1) !== b.path.at(-1);
}

/** The same field, and different fields, wrong in the first and the last element of a longer array. */
function inTwoElements(planner: Planner, operation: Operation): CaseDraft[] {
  const long = amplified(planner.body(operation));
  const nodes = (end: 'first' | 'last') =>
    bodyNodes(
      planner.stated.contract.document,
      planner.stated.requestSchema(operation)?.schema,
      long,
      end,
    ).filter(({ path, required }) => required && path.some((segment) => typeof segment === 'number'));
  const [first, last] = [nodes('first'), nodes('last')];
  const both: [detail: string, picked: (BodyNode | undefined)[]][] = [
    ['same-field-in-two-elements', [first.at(0), last.at(0)]],
    ['same-deep-field-in-two-elements', [first.at(-1), last.at(-1)]],
    ['other-field-in-two-elements', [first.at(1), last.at(0)]],
    ['other-deep-field-in-two-elements', [first.at(0), last.at(-1)]],
  ];
  return both.flatMap(([detail, picked]) => {
    const paths = picked.flatMap((node) => (node ? [node.path] : []));
    const body = paths.reduce((base, path) => changed(base, path, undefined), long);
    const title = paths.map((path) => `without ${path.join('.')}`).join(', ');
    return draft(planner, operation, detail, title, body);
  });
}

/** The same field missing in every element, and another one in each. */
function inEveryElement(planner: Planner, operation: Operation): CaseDraft[] {
  const { document } = planner.stated.contract;
  const schema = planner.stated.requestSchema(operation)?.schema;
  const long = amplified(planner.body(operation), 4);
  const elements = [0, 1, 2, 3].map((index) =>
    bodyNodes(document, schema, long, () => index).filter(
      ({ path, required }) => required && path.some((segment) => typeof segment === 'number'),
    ),
  );
  const [fields = []] = elements;
  const sweeps: [detail: string, pick: (index: number) => number][] = [
    ['a-field-in-every-element', () => 0],
    ['a-deep-field-in-every-element', () => fields.length - 1],
    ['another-field-in-each-element', (index) => index],
    ['another-deep-field-in-each-element', (index) => fields.length - 1 - (index % 3)],
  ];
  return sweeps.flatMap(([detail, pick]) => {
    const paths = elements.flatMap((nodes, index) => {
      const node = nodes[pick(index)];
      return node ? [node.path] : [];
    });
    const body = paths.reduce((base, path) => changed(base, path, undefined), long);
    const title = paths.map((path) => `without ${path.join('.')}`).join(', ');
    return draft(planner, operation, detail, title, body);
  });
}

/** A field missing in every element of an array that is inside of one element. */
function inEveryElementOfOne(planner: Planner, operation: Operation): CaseDraft[] {
  const long = amplified(planner.body(operation), 4);
  const paths = [0, 1, 2, 3].flatMap((index) => {
    const nodes = bodyNodes(
      planner.stated.contract.document,
      planner.stated.requestSchema(operation)?.schema,
      long,
      (_, depth) => (depth === 0 ? 0 : index),
    );
    const deep = nodes.filter(
      ({ path, required }) => required && path.filter((segment) => typeof segment === 'number').length > 1,
    );
    return deep.slice(0, 1).map(({ path }) => path);
  });
  const body = paths.reduce((base, path) => changed(base, path, undefined), long);
  return draft(
    planner,
    operation,
    'a-field-in-every-inner-element',
    'without the same field four times',
    body,
  );
}

/** Everything wrong at once in the same way: each problem counts. */
function everyLeaf(planner: Planner, operation: Operation): CaseDraft[] {
  const plain = planner.body(operation);
  const leaves = bodyNodes(
    planner.stated.contract.document,
    planner.stated.requestSchema(operation)?.schema,
    plain,
    'first',
  ).filter(({ value }) => typeof value !== 'object');
  type Sweep = readonly [detail: string, title: string, wrong: (value: unknown) => unknown];
  const sweeps: readonly Sweep[] = [
    ['every-value-null', 'every value is null', () => null],
    ['every-value-a-list', 'every value is in a list', (value) => [value]],
    ['every-value-an-object', 'every value is in an object', (value) => ({ value })],
    ['every-value-true', 'every value is true', () => true],
    ['every-value-false', 'every value is false', () => false],
    ['every-value-an-empty-list', 'every value is an empty list', () => []],
    ['every-value-an-empty-object', 'every value is an empty object', () => ({})],
    ['every-text-zero', 'every text is 0', (value) => (typeof value === 'string' ? 0 : value)],
    ...(['NaN', 'Infinity', '0x10', '-5', '3,5', '1e1', ' 3 ', '3 lbs', '10 in', 'null', ' '] as const).map(
      (text): Sweep => [
        `every-number-${text.trim().replace(/\W/g, '-') || 'blank'}`,
        `every number is the text ${JSON.stringify(text)}`,
        (value) => (typeof value === 'number' ? text : value),
      ],
    ),
    [
      'every-value-of-another-type',
      'texts are numbers, and numbers are texts',
      (value) => (typeof value === 'string' ? 7 : String(value)),
    ],
  ];
  return sweeps.flatMap(([detail, title, wrong]) => {
    const body = leaves.reduce<unknown>((base, { path, value }) => changed(base, path, wrong(value)), plain);
    return draft(planner, operation, detail, title, body);
  });
}

/** A problem in each of many elements makes for a long list of errors. */
function inManyElements(planner: Planner, operation: Operation): CaseDraft[] {
  const plain = planner.body(operation);
  const { document } = planner.stated.contract;
  const nodes = bodyNodes(document, planner.stated.requestSchema(operation)?.schema, plain, 'first');
  const list = nodes.find(({ value }) => Array.isArray(value) && typeof value[0] === 'object');
  const field = list && nodes.find(({ path, required }) => required && path.length === list.path.length + 2);
  if (list === undefined || field === undefined) return [];
  const [element] = list.value as unknown[];
  const wrong = changed(element, field.path.slice(-1), undefined);
  const body = changed(
    plain,
    list.path,
    Array.from({ length: 60 }, () => wrong),
  );
  const name = list.path.join('.');
  return [
    {
      detail: 'in-many-elements',
      title: `without ${String(field.path.at(-1))} in 60 elements of ${name}`,
      operation,
      request: withJson(planner.request(operation), body),
      accept: [...planner.rejectionStatuses, 413],
      // A server that accepts fewer elements rejects them for that reason, so the texts of the errors are not checked.
      problems: [
        { pointer: '', field: name, text: 'something is missing in every element', isRepeated: true },
      ],
    },
  ];
}

/** An object without any field: one problem for each required field. */
function emptyObjects(planner: Planner, operation: Operation): CaseDraft[] {
  const body = planner.body(operation);
  return bodyNodes(
    planner.stated.contract.document,
    planner.stated.requestSchema(operation)?.schema,
    body,
    'first',
  )
    .filter(({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value))
    .flatMap(({ path }) =>
      draft(
        planner,
        operation,
        `empty-${path.join('.')}`,
        `${path.join('.')} is an empty object`,
        changed(body, path, {}),
      ),
    );
}

/** All fields of the body but its last are missing. */
function almostEmpty(planner: Planner, operation: Operation): CaseDraft[] {
  const body = planner.body(operation);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const entries = Object.entries(body);
  return draft(
    planner,
    operation,
    'almost-empty',
    'with its last field alone',
    Object.fromEntries(entries.slice(-1)),
  );
}

function draft(
  planner: Planner,
  operation: Operation,
  detail: string,
  title: string,
  body: unknown,
): CaseDraft[] {
  const problems = bodyProblems(planner.stated, operation, body);
  if (problems.length < 2) return [];
  return [
    {
      detail,
      title,
      operation,
      request: withJson(planner.request(operation), body),
      accept: planner.rejectionStatuses,
      problems,
    },
  ];
}
