/** Problems in several elements of an array: the same in each, or another in each. */
import type { CaseDraft } from '../../../src/conformance/cases/case.js';
import { amplified, bodyNodes, changed } from '../../../src/conformance/cases/generate/body-nodes.js';
import type { BodyNode } from '../../../src/conformance/cases/generate/body-nodes.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import { withJson } from '../../../src/conformance/cases/request.js';
import type { Operation } from '../../../src/contract/operations.js';
import { draftOf } from './problems-draft.js';

/** The same field, and different fields, wrong in the first and the last element of a longer array. */
export function inTwoElements(planner: Planner, operation: Operation): CaseDraft[] {
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
    return draftOf(planner, operation, detail, title, body, long);
  });
}

/** The same field missing in every element, and another one in each. */
export function inEveryElement(planner: Planner, operation: Operation): CaseDraft[] {
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
    return draftOf(planner, operation, detail, title, body, long);
  });
}

/** A field missing in every element of an array that is inside of one element. */
export function inEveryElementOfOne(planner: Planner, operation: Operation): CaseDraft[] {
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
  return draftOf(
    planner,
    operation,
    'a-field-in-every-inner-element',
    'without the same field four times',
    body,
    long,
  );
}

/** A problem in each of many elements makes for a long list of errors. */
export function inManyElements(planner: Planner, operation: Operation): CaseDraft[] {
  const plain = planner.body(operation);
  const { document } = planner.stated.contract;
  const nodes = bodyNodes(document, planner.stated.requestSchema(operation)?.schema, plain, 'first');
  const list = nodes.find(({ value }) => Array.isArray(value) && typeof value[0] === 'object');
  const field = list && nodes.find(({ path, required }) => required && path.length === list.path.length + 2);
  if (list === undefined || field === undefined) return [];
  const [element] = list.value as unknown[];
  const repeated = (one: unknown): unknown =>
    changed(
      plain,
      list.path,
      Array.from({ length: 60 }, () => one),
    );
  const body = repeated(changed(element, field.path.slice(-1), undefined));
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
      control: repeated(element),
    },
  ];
}
