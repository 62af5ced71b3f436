/** Bodies in which every value is wrong in the same way, or an object has no fields. */
import type { CaseDraft } from '../../../src/conformance/cases/case.js';
import { bodyNodes, changed } from '../../../src/conformance/cases/generate/body-nodes.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import type { Operation } from '../../../src/contract/operations.js';
import { draftOf } from './problems-draft.js';

/** Everything wrong at once in the same way: each problem counts. */
export function everyLeaf(planner: Planner, operation: Operation): CaseDraft[] {
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
    return draftOf(planner, operation, detail, title, body);
  });
}

/** An object without any field: one problem for each required field. */
export function emptyObjects(planner: Planner, operation: Operation): CaseDraft[] {
  const body = planner.body(operation);
  return bodyNodes(
    planner.stated.contract.document,
    planner.stated.requestSchema(operation)?.schema,
    body,
    'first',
  )
    .filter(({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value))
    .flatMap(({ path }) =>
      draftOf(
        planner,
        operation,
        `empty-${path.join('.')}`,
        `${path.join('.')} is an empty object`,
        changed(body, path, {}),
      ),
    );
}

/** All fields of the body but its last are missing. */
export function almostEmpty(planner: Planner, operation: Operation): CaseDraft[] {
  const body = planner.body(operation);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const entries = Object.entries(body);
  return draftOf(
    planner,
    operation,
    'almost-empty',
    'with its last field alone',
    Object.fromEntries(entries.slice(-1)),
  );
}
