import type { JudgedRules } from '../../events.js';
import type { NameOption } from '../../option-name.js';
import { appliesToCase, sendsRequests } from '../../rules/applies-to.js';
import { skipReason } from '../../rules/skip-reason.js';
import type { LoadedRule } from '../../rules/rule.js';
import type { ResponseScope } from '../../rules/scope.js';
import type { Plan } from '../plan.js';

/**
 * How many of the MUST rules a run judged: those of which half the cases got a response that could be judged. A verdict about
 * fewer than `minJudged` percent of them is none. Rules that nothing in the plan calls for don't count.
 *
 * @param answered ids of the cases that got a response other than a 429
 */
export function judgedRules(plan: Plan, answered: ReadonlySet<string>, nameOption: NameOption): JudgedRules {
  const must = plan.all.rules.filter(({ level }) => level === 'MUST');
  const uncalled = must.flatMap((rule) => {
    const reason = whyNotCounted(rule, plan, nameOption);
    return reason === undefined ? [] : [{ rule: rule.id, reason }];
  });
  const counted = must.filter(({ id }) => !uncalled.some(({ rule }) => rule === id));
  const judged = counted.filter((rule) => {
    const cases = plan.cases.filter((item) => appliesToCase(rule, item));
    return cases.filter(({ id }) => answered.has(id)).length * 2 >= cases.length;
  });
  return { judged: judged.length, counted: counted.length, notCounted: uncalled };
}

function whyNotCounted(rule: LoadedRule, plan: Plan, nameOption: NameOption): string | undefined {
  if (!plan.rules.some(({ id }) => id === rule.id)) return 'not selected';
  const skip = plan.skips.get(rule.id);
  if (skip !== undefined) return skipReason(skip, nameOption);
  if (rule.probe !== undefined) return 'it sends requests of its own once all others are done';
  if (!sendsRequests(rule) && (rule.appliesTo as ResponseScope).status === 429)
    return 'only a 429 calls for it';
  return plan.cases.some((item) => appliesToCase(rule, item)) ? undefined : 'no case calls for it';
}
