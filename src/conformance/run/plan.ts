import type { Case, CaseDraft } from '../cases/case.js';
import type { Planner } from '../cases/planner.js';
import { isSkip } from '../rules/rule.js';
import type { LoadedRule, Skip } from '../rules/rule.js';
import { weaker } from '../level.js';
import { glob } from './glob.js';
import type { VerifyOptions } from './options.js';

/** What will be sent, which rules judge, and which have nothing to send. */
export interface Plan {
  readonly cases: readonly Case[];
  readonly rules: readonly LoadedRule[];
  readonly skips: ReadonlyMap<string, Skip>;
  /** Cases that the budget left out. */
  readonly cut: number;
}

/** Makes the plan; the same options give the same plan. */
export function makePlan(
  rules: readonly LoadedRule[],
  planner: Planner,
  options: Pick<VerifyOptions, 'only' | 'rerun' | 'budget'>,
): Plan {
  const skips = new Map<string, Skip>();
  const fitting = rules.filter((rule) => rule.scope === 'any' || planner.stated.own);
  const all = fitting.flatMap((rule) => {
    const drafts = rule.cases?.(planner) ?? [];
    if (!isSkip(drafts)) return [...drafts].map((draft) => caseOf(rule, draft, planner));
    skips.set(rule.id, drafts);
    return [];
  });
  assertUnique(all);
  const { cases, judges } = select(fitting, all, options);
  const sorted = cases
    .map((item, index) => ({ item, index }))
    .sort((a, b) => a.item.priority - b.item.priority || a.index - b.index)
    .map(({ item }) => item);
  const kept = sorted.slice(0, options.budget ?? sorted.length);
  return { cases: kept, rules: judges, skips, cut: sorted.length - kept.length };
}

/** Turns a draft into a case; also for what probes send. */
export function caseOf(rule: LoadedRule, draft: CaseDraft, planner: Planner): Case {
  const level = planner.stated.levelOf(draft.operation);
  const where = draft.operation?.id ?? 'nowhere';
  return {
    id: [rule.id, where, draft.detail].filter((part) => part !== '').join('/'),
    ruleId: rule.id,
    title: draft.title,
    operation: draft.operation,
    request: draft.request,
    accept: draft.accept,
    level: draft.level ?? weaker(rule.level, level),
    answerLevel: draft.answerLevel ?? level,
    problems: draft.problems ?? [],
    priority: draft.priority ?? rule.priority ?? 5,
  };
}

function select(
  rules: readonly LoadedRule[],
  cases: readonly Case[],
  options: Pick<VerifyOptions, 'only' | 'rerun'>,
) {
  let chosen = cases;
  let judges = rules;
  if (options.only !== undefined) {
    const matches = glob(options.only);
    const named = rules.filter((rule) => matches(rule.id) || matches(rule.topic));
    if (named.length > 0) {
      judges = named;
      chosen = cases.filter((item) => named.some((rule) => isAskedBy(rule, item)));
    } else chosen = cases.filter((item) => matches(item.id) || matches(item.operation?.id ?? ''));
  }
  const rerun = options.rerun;
  if (rerun !== undefined) {
    const wanted = new Set(rerun.cases);
    judges = judges.filter((rule) => rerun.rules.includes(rule.id));
    chosen = chosen.filter((item) => wanted.has(item.id));
  }
  return { cases: chosen, judges };
}

/** Whether a rule judges the answer to a case: its own, or where it sends none itself, those that may bring what it judges. */
function isAskedBy(rule: LoadedRule, item: Case): boolean {
  if (rule.cases !== undefined || rule.probe !== undefined) return rule.id === item.ruleId;
  return rule.asks?.(item) ?? true;
}

function assertUnique(cases: readonly Case[]): void {
  const ids = new Set<string>();
  for (const { id } of cases) {
    if (ids.has(id)) throw new Error(`Two cases have the id ${id}; give one another detail.`);
    ids.add(id);
  }
}
