import type { RuleInfo } from '../events.js';
import type { LoadedRule } from './rule.js';

/** What the events of a run say about a rule. */
export function ruleInfo(rule: LoadedRule): RuleInfo {
  const { id, topic, title, level, section, sentence, expected, appliesTo } = rule;
  return { id, topic, title, level, section, sentence, expected, scope: appliesTo.document };
}
