import type { Case, CaseDraft } from '../cases/case.js';
import type { Planner } from '../cases/planner.js';
import { weaker } from '../level.js';
import { printableLine, printableName } from '../printable.js';
import { appliesToCase, appliesToDocument } from '../rules/applies-to.js';
import { isSkip } from '../rules/rule.js';
import type { LoadedRule, Skip } from '../rules/rule.js';
import { glob } from './glob.js';
import type { VerifyOptions } from './options.js';
import { inTellingOrder } from './planning/telling-order.js';

/** What will be sent, which rules check the responses, and which rules have nothing to send. */
export interface Plan {
  readonly cases: readonly Case[];
  readonly rules: readonly LoadedRule[];
  readonly skips: ReadonlyMap<string, Skip>;
  /** What may write, and is not sent because the run may not. */
  readonly withheld: readonly Case[];
  /** How many cases the budget left out. */
  readonly cut: number;
  /** What there is before anything is selected. */
  readonly all: { readonly cases: readonly Case[]; readonly rules: readonly LoadedRule[] };
}

/** Makes the plan; the same options make the same plan. */
export function makePlan(
  rules: readonly LoadedRule[],
  planner: Planner,
  options: Pick<VerifyOptions, 'only' | 'rerun' | 'budget'>,
): Plan {
  const skips = new Map<string, Skip>();
  const applicable = rules.filter((rule) => appliesToDocument(rule, planner.stated.own));
  const all = applicable.flatMap((rule) => {
    const drafts = rule.cases?.(planner) ?? [];
    if (!isSkip(drafts)) return [...drafts].map((draft) => caseOf(rule, draft, planner));
    skips.set(rule.id, drafts);
    return [];
  });
  assertUnique(all);
  const whole = { rules: applicable, cases: all };
  const selected = select(whole, options);
  const withheld = planner.allowWrites ? [] : selected.cases.filter(({ writes }) => writes);
  const sorted = inTellingOrder(selected.cases.filter((item) => !withheld.includes(item)));
  for (const { id } of selected.rules) {
    const kept = withheld.filter(({ ruleId }) => ruleId === id).length;
    if (kept > 0 && !sorted.some(({ ruleId }) => ruleId === id)) skips.set(id, withheldSkip(kept));
  }
  const cases = sorted.slice(0, options.budget ?? sorted.length);
  return { cases, withheld, rules: selected.rules, skips, cut: sorted.length - cases.length, all: whole };
}

/** Turns a draft into a case; also for requests outside the plan. */
export function caseOf(
  rule: Pick<LoadedRule, 'id' | 'level' | 'priority'>,
  draft: CaseDraft,
  planner: Planner,
): Case {
  const level = planner.stated.levelOf(draft.operation);
  const operation = draft.operation?.id ?? 'nowhere';
  return {
    id: printableName([rule.id, operation, draft.detail].filter((part) => part !== '').join('/')),
    ruleId: rule.id,
    title: printableLine(draft.title),
    operation: draft.operation,
    request: draft.request,
    accept: draft.accept,
    level: draft.level ?? weaker(rule.level, level),
    responseLevel: draft.responseLevel ?? level,
    problems: draft.problems ?? [],
    writes: planner.writes(draft),
    priority: draft.priority ?? rule.priority ?? 5,
    together: draft.together,
  };
}

/** Why requests are not sent that may write. */
export function withheldSkip(count: number): Skip {
  const what =
    count === 1 ? 'its request was not sent, for it' : `its ${count} requests were not sent, for they`;
  return { skip: `${what} may change data`, option: 'allowWrites' };
}

interface Selection {
  readonly rules: readonly LoadedRule[];
  readonly cases: readonly Case[];
}

function select(all: Selection, { only, rerun }: Pick<VerifyOptions, 'only' | 'rerun'>): Selection {
  const narrowed = only === undefined ? all : matching(all, glob(only));
  if (rerun === undefined) return narrowed;
  const wanted = new Set(rerun.cases);
  return {
    rules: narrowed.rules.filter((rule) => rerun.rules.includes(rule.id)),
    cases: narrowed.cases.filter((item) => wanted.has(item.id)),
  };
}

/** Rules and topics that match, with the cases they check; if none does, the cases and operations that match. */
function matching({ rules, cases }: Selection, matches: (text: string) => boolean): Selection {
  const named = rules.filter((rule) => matches(rule.id) || matches(rule.topic));
  if (named.length === 0)
    return { rules, cases: cases.filter((item) => matches(item.id) || matches(item.operation?.id ?? '')) };
  return {
    rules: named,
    cases: cases.filter((item) => named.some((rule) => appliesToCase(rule, item))),
  };
}

function assertUnique(cases: readonly Case[]): void {
  const ids = new Set<string>();
  for (const { id } of cases) {
    if (ids.has(id)) throw new Error(`Two cases have the id ${id}; give one of them another detail.`);
    ids.add(id);
  }
}
