/** Problems of different kinds, in fields at different depths, in one body. */
import type { CaseDraft } from '../../../src/conformance/cases/case.js';
import { randomElement } from '../../../src/contract/seeded-random.js';
import { changed } from '../../../src/conformance/cases/generate/body-nodes.js';
import type { Mutation } from '../../../src/conformance/cases/generate/mutations.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import type { Operation } from '../../../src/contract/operations.js';
import { draftOf } from './problems-draft.js';

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
export const combinations: readonly (readonly [detail: string, picks: readonly Pick[]])[] = [
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

export function combined(
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
  return draftOf(planner, operation, detail, chosen.map(({ title }) => title).join(', '), body);
}

/** Neither is inside the other, and their names differ, so that an error about one isn't taken for the other. */
function areApart(a: Mutation, b: Mutation): boolean {
  const [first, second] = [a.problem.pointer, b.problem.pointer];
  if (first.startsWith(second) || second.startsWith(first)) return false;
  return a.path.at(-1) !== b.path.at(-1);
}
