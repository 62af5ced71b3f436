import type { Case, CaseDraft } from '../../cases/case.js';
import type { Planner } from '../../cases/planner.js';
import type { Operation } from '../../../contract/operations.js';
import { isSkip, type LoadedRule, type Skip } from '../../rules/rule.js';

/** Of a budget, at most what goes to one request for each operation before anything else is tried. */
const shareOfFirst = 2 / 3;

/** Rules of this priority try every operation first. */
const tryAllFirst = 0;

/** Everything that the cases of a document are made with. */
export interface CaseSource {
  readonly planner: Planner;
  readonly caseOf: (rule: LoadedRule, draft: CaseDraft) => Case;
  /** Receives the rules that send nothing. */
  readonly skipped: (ruleId: string, skip: Skip) => void;
  /** Cases of one rule for one operation; more are not kept. */
  readonly maxOfOperation: number;
  /** True if no more cases are counted that may not be sent. */
  readonly hasCountedWithheld: () => boolean;
}

/** A rule with so many cases in a row that may not be sent has no others. */
const withheldInRow = 20;

/**
 * The cases of a document of any size, the most informative first, and no more made than are taken: a valid request of every
 * operation, then a case of each rule, a second of each, and so on. A rule takes the operations in turns, and each rule begins
 * at another one, so that few cases are spread over many operations.
 *
 * @param budget how many cases will be taken at most, if that is known
 */
export function* casesInTurns(
  rules: readonly LoadedRule[],
  source: CaseSource,
  budget = Infinity,
): Generator<Case> {
  const { planner } = source;
  const { operations } = planner;
  // Cases that may not be sent anyway are made last: the bodies of a large document take seconds.
  const open = operations.filter((operation) => planner.maySend(operation));
  const withheld = operations.filter((operation) => !open.includes(operation));
  const sending = rules.filter((rule) => rule.cases !== undefined);
  const sources = sending
    .map((rule, index) => ({
      rule,
      cases: casesOf(rule, [...rotated(open, index / sending.length), ...withheld], source),
    }))
    .sort((a, b) => priorityOf(a.rule) - priorityOf(b.rule));
  const known = new Set<string>();
  for (const { rule, cases } of sources) {
    if (priorityOf(rule) !== tryAllFirst) continue;
    const max = Math.min(operations.length, Math.ceil(budget * shareOfFirst));
    for (let taken = 0; taken < max; taken += 1) {
      const next = cases.next();
      if (next.done === true) break;
      yield distinct(next.value, known);
    }
  }
  for (const item of inRounds(sources.map(({ cases }) => cases))) yield distinct(item, known);
}

/** An item of each source, then a second of each, and so on; a source is asked for when its first turn comes. */
function* inRounds<T>(sources: Iterable<Iterator<T, void>>): Generator<T, void> {
  for (let left = sources; ;) {
    const next: Iterator<T, void>[] = [];
    for (const source of left) {
      const result = source.next();
      if (result.done === true) continue;
      next.push(source);
      yield result.value;
    }
    if (next.length === 0) return;
    left = next;
  }
}

function priorityOf({ priority = 5 }: LoadedRule): number {
  return priority;
}

/** @param by a part of the list, from 0 up to 1 */
function rotated<T>(list: readonly T[], by: number): T[] {
  const at = Math.floor(by * list.length);
  return [...list.slice(at), ...list.slice(0, at)];
}

/** Documents may give two operations one id, or ids so long that their beginnings are the same. */
function distinct(item: Case, known: Set<string>): Case {
  let { id } = item;
  for (let number = 2; known.has(id); number += 1) id = `${item.id}~${number}`;
  known.add(id);
  return { ...item, id };
}

/** The cases of a rule: the first of each operation, then the second of each. */
function* casesOf(
  rule: LoadedRule,
  operations: readonly Operation[],
  { planner, caseOf, skipped, maxOfOperation, hasCountedWithheld }: CaseSource,
): Generator<Case, void> {
  // Some cases are about no operation, and each operation's part of the plan has them.
  const nowhere = new Set<string>();
  let isSkipped = false;
  function* draftsFor(operation: Operation): Generator<CaseDraft, void> {
    const begun = planner.withinWork(operation, () => ({
      drafts: rule.cases?.(planner.of([operation])) ?? [],
    }));
    if (begun === undefined) return;
    if (isSkip(begun.drafts)) {
      isSkipped = true;
      skipped(rule.id, begun.drafts);
      return;
    }
    const drafts = newOnes(begun.drafts, maxOfOperation, nowhere);
    while (!isSkipped) {
      const next = planner.withinWork(operation, () => drafts.next());
      if (next === undefined || next.done === true) return;
      yield next.value;
    }
  }
  function* sources(): Generator<Iterator<CaseDraft, void>, void> {
    for (const operation of operations) if (!isSkipped) yield draftsFor(operation);
  }
  let withheld = 0;
  for (const draft of inRounds(sources())) {
    const made = caseOf(rule, draft);
    yield made;
    withheld = made.writes && !planner.allowWrites ? withheld + 1 : 0;
    if (withheld >= withheldInRow && hasCountedWithheld()) return;
  }
}

/** So many of the drafts at most, each made when it is taken. @param nowhere the details of those that are about no operation */
function* newOnes(
  drafts: Iterable<CaseDraft>,
  max: number,
  nowhere: Set<string>,
): Generator<CaseDraft, void> {
  let taken = 0;
  for (const draft of drafts) {
    if (taken >= max) return;
    if (draft.operation === undefined) {
      if (nowhere.has(draft.detail)) continue;
      nowhere.add(draft.detail);
    }
    taken += 1;
    yield draft;
  }
}
