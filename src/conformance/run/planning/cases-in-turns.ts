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
    for (let taken = 0; taken < max; taken += 1) yield* distinct(cases.next(), known);
  }
  for (let left = sources; left.length > 0;) {
    const next: typeof sources = [];
    for (const one of left) {
      const result = one.cases.next();
      yield* distinct(result, known);
      if (result.done !== true) next.push(one);
    }
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
function* distinct({ done, value }: IteratorResult<Case, void>, known: Set<string>): Generator<Case> {
  if (done === true) return;
  let { id } = value;
  for (let number = 2; known.has(id); number += 1) id = `${value.id}~${number}`;
  known.add(id);
  yield { ...value, id };
}

/** The cases of a rule: the first of each operation, then the second of each. */
function* casesOf(
  rule: LoadedRule,
  operations: readonly Operation[],
  source: CaseSource,
): Generator<Case, void> {
  // Some cases are about no operation, and each operation's part of the plan has them.
  const nowhere = new Set<string>();
  let withheld = 0;
  const isNew = (draft: CaseDraft): boolean => {
    if (draft.operation !== undefined) return true;
    if (nowhere.has(draft.detail)) return false;
    nowhere.add(draft.detail);
    return true;
  };
  let turns: Turn[] = [];
  const isWithheldAlone = ({ writes }: Case): boolean => {
    withheld = writes && !source.planner.allowWrites ? withheld + 1 : 0;
    return withheld >= withheldInRow && source.hasCountedWithheld();
  };
  /** The next case of an operation, whose turn comes again. */
  const take = (turn: Turn, next: Turn[]): Case[] => {
    const result = source.planner.withinWork(turn.operation, () => turn.drafts.next());
    if (result === undefined || result.done === true) return [];
    next.push(turn);
    return [source.caseOf(rule, result.value)];
  };
  for (const operation of operations) {
    const begun = source.planner.withinWork(operation, () => ({ drafts: draftsOf(rule, operation, source) }));
    if (begun === undefined) continue;
    if (begun.drafts === undefined) return;
    const drafts = newOnes(begun.drafts, source.maxOfOperation, isNew);
    for (const made of take({ operation, drafts }, turns)) {
      yield made;
      if (isWithheldAlone(made)) return;
    }
  }
  while (turns.length > 0) {
    const next: Turn[] = [];
    for (const turn of turns)
      for (const made of take(turn, next)) {
        yield made;
        if (isWithheldAlone(made)) return;
      }
    turns = next;
  }
}

/** The cases that a rule still has for an operation. */
interface Turn {
  readonly operation: Operation;
  readonly drafts: Iterator<CaseDraft, void>;
}

/** Undefined where the rule sends nothing at all. */
function draftsOf(
  rule: LoadedRule,
  operation: Operation,
  { planner, skipped }: CaseSource,
): Iterable<CaseDraft> | undefined {
  const drafts = rule.cases?.(planner.of([operation])) ?? [];
  if (!isSkip(drafts)) return drafts;
  skipped(rule.id, drafts);
  return undefined;
}

/** So many of the drafts at most, each made when it is taken. */
function* newOnes(
  drafts: Iterable<CaseDraft>,
  max: number,
  isNew: (draft: CaseDraft) => boolean,
): Generator<CaseDraft, void> {
  let taken = 0;
  for (const draft of drafts) {
    if (taken >= max) return;
    if (!isNew(draft)) continue;
    taken += 1;
    yield draft;
  }
}
