import type { RuleInfo } from '../events.js';
import type { LoadedRule, Skip } from './rule.js';
import type { NameOption } from '../option-name.js';

/** The description of a rule in the events of a run. */
export function ruleInfo(rule: LoadedRule): RuleInfo {
  const { id, topic, title, level, section, sentence, expected, appliesTo } = rule;
  return { id, topic, title, level, section, sentence, expected, scope: appliesTo.document };
}

/** Why a rule was not checked, with the option that would change it: "no expired key was given (expiredKey)". */
export function skipReason({ skip, option, value }: Skip, nameOption: NameOption): string {
  if (option === undefined) return skip;
  return `${skip} (${[nameOption(option), ...(value === undefined ? [] : [value])].join(' ')})`;
}
