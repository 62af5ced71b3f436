import { plural } from '../../counting.js';
import type { NameOption } from '../../option-name.js';
import type { JudgedRules, RuleResult } from '../../events.js';
import { appliesToCase, sendsRequests } from '../../rules/applies-to.js';
import type { LoadedRule, ResponseScope } from '../../rules/rule.js';
import type { Plan } from '../plan.js';
import type { RunOptions } from '../options.js';

/**
 * Counts the MUST rules that a run judged: those of which half the cases got a response that could be judged. A verdict about
 * fewer than `minJudged` percent of them is none. Rules that nothing in the plan calls for don't count, unless they were judged.
 *
 * @param answered ids of the cases that got a response other than a 429
 * @param results what became of each rule of the plan
 */
export function judgedRules(
  plan: Plan,
  answered: ReadonlySet<string>,
  results: readonly RuleResult[],
): JudgedRules {
  const total = { judged: 0, counted: 0, notCounted: [] as { rule: string; reason: string }[] };
  const byId = new Map(results.map((result) => [result.rule.id, result]));
  for (const rule of plan.all.rules.filter(({ level }) => level === 'MUST')) {
    const result = byId.get(rule.id);
    const cases = isPlanned(rule) ? plan.cases.filter((item) => appliesToCase(rule, item)) : [];
    if (result === undefined) total.notCounted.push({ rule: rule.id, reason: 'not selected' });
    else if (cases.length === 0 && result.judged === 0)
      total.notCounted.push({ rule: rule.id, reason: result.reason ?? 'no case calls for it' });
    else {
      total.counted += 1;
      if (cases.filter(({ id }) => answered.has(id)).length * 2 >= cases.length) total.judged += 1;
    }
  }
  return total;
}

/** The same where no cases are known: a rule counts as judged that checked any response. */
export function everJudged(results: readonly RuleResult[]): JudgedRules {
  const binding = results.filter(({ rule }) => rule.level === 'MUST');
  const judged = binding.filter((result) => result.judged > 0).length;
  return { judged, counted: binding.length, notCounted: [] };
}

/** Returns whether the cases of the plan are all that a rule needs: a probing one sends others, and no case brings a 429 for sure. */
function isPlanned(rule: LoadedRule): boolean {
  if (sendsRequests(rule)) return rule.probe === undefined;
  return (rule.appliesTo as ResponseScope).status !== 429;
}

/** Obstacles that kept a run from judging cases. */
export interface Hindrance {
  /** Number of cases that were not judged, by the reason, a phrase. */
  readonly reasons: ReadonlyMap<string, number>;
  /** True if everything that the run would send was left out, because it may change data. */
  readonly isWithheld: boolean;
  /** True if the target answered 429. */
  readonly isRateLimited: boolean;
}

/**
 * Why a run judged too little for a verdict, and what to do about it.
 *
 * @returns undefined when it judged enough
 */
export function whyTooLittle(
  { judged, counted }: JudgedRules,
  { reasons, isWithheld, isRateLimited }: Hindrance,
  { minJudged, nameOption }: Pick<RunOptions, 'minJudged' | 'nameOption'>,
): string | undefined {
  if (isWithheld)
    return `Every request of this run may change data: let the suite send such requests with ${nameOption('allowWrites')}.`;
  if (judged * 100 >= counted * minJudged) return undefined;
  const [reason] = [...reasons].sort(([, one], [, other]) => other - one)[0] ?? ['they could not be sent'];
  const less = `Only ${judged} of ${counted} MUST rules were judged, which is less than ${minJudged} % (${nameOption('minJudged')}): ${reason}.`;
  return isRateLimited ? `${less} The target answers 429: ${moreQuota(nameOption)}.` : less;
}

/** The ways out where the quota of a target is too small for a run. */
function moreQuota(nameOption: NameOption): string {
  return `use a key with more quota (${nameOption('key')}), send more slowly (${nameOption('rate')}) or give the run more time (${nameOption('maxTime')})`;
}

/**
 * Why a run that sent less than it planned has no verdict, and what to do about it.
 *
 * @param planned number of cases, and of those that were not sent by the reason
 * @returns undefined where it sent all, or the user asked for less
 */
export function whyIncomplete(
  planned: { readonly cases: number; readonly unsent: ReadonlyMap<string, number> },
  { isRateLimited }: Pick<Hindrance, 'isRateLimited'>,
  { partial, nameOption }: Pick<RunOptions, 'partial' | 'nameOption'>,
): string | undefined {
  const [most] = [...planned.unsent].sort(([, one], [, other]) => other - one);
  if (most === undefined || partial) return undefined;
  const count = [...planned.unsent.values()].reduce((sum, one) => sum + one, 0);
  const ways = isRateLimited ? moreQuota(nameOption) : `give the run more time (${nameOption('maxTime')})`;
  return `${plural(count, 'case')} of ${planned.cases} ${count === 1 ? 'was' : 'were'} not sent: ${most[0]}. For a verdict about all, ${ways}; for one about the rest, ask for it (${nameOption('partial')}).`;
}
