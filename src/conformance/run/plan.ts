import type { Case, CaseDraft } from '../cases/case.js';
import { levelElsewhere, statusesElsewhere } from '../cases/other-statuses.js';
import type { Planner } from '../cases/planner.js';
import { weaker } from '../level.js';
import { printableLine, printableName } from '../printable.js';
import { appliesToCase } from '../rules/applies-to.js';
import { rulesFor } from '../rules/rules-for.js';
import { isSkip, type LoadedRule, type Skip } from '../rules/rule.js';
import { glob } from './glob.js';
import type { VerifyOptions } from './options.js';
import { casesInTurns } from './planning/cases-in-turns.js';

/** The cases to send, the rules that check the responses, and the rules that have nothing to send. */
export interface Plan {
  readonly cases: readonly Case[];
  readonly rules: readonly LoadedRule[];
  readonly skips: ReadonlyMap<string, Skip>;
  /** Cases that may write, and are not sent because the run may not. */
  readonly withheld: readonly Case[];
  /** Number of cases that the budget left out. */
  readonly cut: number;
  /** True if the document has more cases than were made, so that the number left out is unknown. */
  readonly more: boolean;
  /** Everything before the selection. */
  readonly all: { readonly cases: readonly Case[]; readonly rules: readonly LoadedRule[] };
}

/** Number of cases that are sent for another document, unless a budget says otherwise: a large one has tens of thousands. */
export const defaultBudget = 2000;

interface PlanOptions extends Pick<VerifyOptions, 'only' | 'rerun' | 'budget'> {
  /** True once the time is over in which another document's plan is made. */
  readonly isLate?: () => boolean;
}

/** Makes the plan; the same options make the same plan. */
export function makePlan(rules: readonly LoadedRule[], planner: Planner, options: PlanOptions): Plan {
  const applicable = rulesFor(rules, planner.stated);
  return planner.stated.own
    ? planWhole(applicable, planner, options)
    : planInTurns(applicable, planner, options);
}

/** Of a document with thousands of operations, so many cases of a rule may still be of one. */
const minOfOperation = 5;

/** The plan of another document: made no further than its budget reaches. */
function planInTurns(rules: readonly LoadedRule[], planner: Planner, options: PlanOptions): Plan {
  const { budget = defaultBudget, isLate = () => false } = options;
  const skips = new Map<string, Skip>();
  const narrowed = narrowing(rules, options);
  const cases: Case[] = [];
  const withheld: Case[] = [];
  const all: Case[] = [];
  let more = false;
  const source = {
    planner,
    caseOf: (rule: LoadedRule, draft: CaseDraft) => caseOf(rule, draft, planner),
    skipped: (id: string, skip: Skip) => skips.set(id, skip),
    maxOfOperation: Math.max(minOfOperation, Math.ceil((2 * budget) / planner.operations.length)),
    hasCountedWithheld: () => withheld.length >= budget,
  };
  for (const item of casesInTurns(rules, source, budget)) {
    if (!narrowed.wants(item)) continue;
    const isWithheld = item.writes && !planner.allowWrites;
    // Cases that may not be sent are counted, but not for the whole of a large document.
    if (isWithheld && withheld.length >= budget) continue;
    more = (!isWithheld && cases.length >= budget) || isLate();
    if (more) break;
    (isWithheld ? withheld : cases).push(item);
    all.push(item);
  }
  noteWithheld(narrowed.rules, cases, withheld, skips);
  return { cases, withheld, rules: narrowed.rules, skips, cut: 0, more, all: { rules, cases: all } };
}

function planWhole(applicable: readonly LoadedRule[], planner: Planner, options: PlanOptions): Plan {
  const skips = new Map<string, Skip>();
  const all = applicable.flatMap((rule) => {
    const drafts = rule.cases?.(planner) ?? [];
    if (!isSkip(drafts)) return [...drafts].map((draft) => caseOf(rule, draft, planner));
    skips.set(rule.id, drafts);
    return [];
  });
  assertUnique(all);
  const { rules, wants } = narrowing(applicable, options);
  const selected = all.filter(wants);
  const withheld = planner.allowWrites ? [] : selected.filter(({ writes }) => writes);
  const sorted = inInformativeOrder(selected.filter((item) => !withheld.includes(item)));
  noteWithheld(rules, sorted, withheld, skips);
  const cases = sorted.slice(0, options.budget ?? sorted.length);
  const cut = sorted.length - cases.length;
  return { cases, withheld, rules, skips, cut, more: false, all: { rules: applicable, cases: all } };
}

/**
 * The most informative cases first, because a quota, a budget or the time may end the run at any of them: the first case of each
 * rule, then the second of each, and so on, so that every rule has been tried before any is tried to its end. A rule tries its
 * operations in turn. Within such a round priorities decide, then the order of the rules.
 */
function inInformativeOrder(cases: readonly Case[]): Case[] {
  const inTurns = ranked(cases, ({ ruleId, operation }) => `${ruleId} ${operation?.id ?? ''}`)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
  // Array.prototype.sort is stable, so that equal cases stay in the order of the rules.
  const rules = new Map(cases.map(({ ruleId }, index) => [ruleId, index]));
  const order = ({ ruleId }: Case): number => rules.get(ruleId) ?? 0;
  return ranked(inTurns, ({ ruleId }) => ruleId)
    .sort((a, b) => a.rank - b.rank || a.item.priority - b.item.priority || order(a.item) - order(b.item))
    .map(({ item }) => item);
}

/** Each case, with how many before it have the same key. */
function ranked(cases: readonly Case[], keyOf: (item: Case) => string): { item: Case; rank: number }[] {
  const counts = new Map<string, number>();
  return cases.map((item) => {
    const key = keyOf(item);
    const rank = counts.get(key) ?? 0;
    counts.set(key, rank + 1);
    return { item, rank };
  });
}

/** Rules of which every case may write send nothing. */
function noteWithheld(
  rules: readonly LoadedRule[],
  cases: readonly Case[],
  withheld: readonly Case[],
  skips: Map<string, Skip>,
): void {
  for (const { id } of rules) {
    const kept = withheld.filter(({ ruleId }) => ruleId === id).length;
    if (kept > 0 && !cases.some(({ ruleId }) => ruleId === id)) skips.set(id, withheldSkip(kept));
  }
}

/** Turns a draft into a case; also for requests outside the plan. */
export function caseOf(
  rule: Pick<LoadedRule, 'id' | 'level' | 'priority'>,
  draft: CaseDraft,
  planner: Planner,
): Case {
  const { own } = planner.stated;
  const { detail, harmless: _harmless, operation, ...given } = draft;
  const level = planner.stated.levelOf(operation);
  const binding = draft.level ?? weaker(rule.level, level);
  return {
    problems: [],
    priority: rule.priority ?? 5,
    responseLevel: level,
    ...given,
    id: printableName([rule.id, operation?.id ?? 'nowhere', detail].filter((part) => part !== '').join('/')),
    ruleId: rule.id,
    title: printableLine(draft.title),
    operation,
    accept: own ? draft.accept : statusesElsewhere(planner, draft),
    level: own ? binding : levelElsewhere(draft, weaker(binding, rule.level)),
    writes: planner.writes(draft),
  };
}

/** Why requests are not sent that may write. */
export function withheldSkip(count: number): Skip {
  const what =
    count === 1 ? 'its request was not sent, for it' : `its ${count} requests were not sent, for they`;
  return { skip: `${what} may change data`, option: 'allowWrites' };
}

/** The selection by `only` and `rerun`. */
interface Narrowing {
  readonly rules: readonly LoadedRule[];
  readonly wants: (item: Case) => boolean;
}

function narrowing(rules: readonly LoadedRule[], { only, rerun }: PlanOptions): Narrowing {
  const narrowed = only === undefined ? { rules, wants: () => true } : matching(rules, glob(only));
  if (rerun === undefined) return narrowed;
  const wanted = new Set(rerun.cases);
  return {
    rules: narrowed.rules.filter((rule) => rerun.rules.includes(rule.id)),
    wants: (item) => wanted.has(item.id) && narrowed.wants(item),
  };
}

/** Rules and topics that match, with the cases they check; if none does, the cases and operations that match. */
function matching(rules: readonly LoadedRule[], matches: (text: string) => boolean): Narrowing {
  const named = rules.filter((rule) => matches(rule.id) || matches(rule.topic));
  if (named.length === 0)
    return { rules, wants: (item) => matches(item.id) || matches(item.operation?.id ?? '') };
  return { rules: named, wants: (item) => named.some((rule) => appliesToCase(rule, item)) };
}

function assertUnique(cases: readonly Case[]): void {
  const ids = new Set<string>();
  for (const { id } of cases) {
    if (ids.has(id)) throw new Error(`Two cases have the id ${id}; give one of them another detail.`);
    ids.add(id);
  }
}
