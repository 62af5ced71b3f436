import type { Failure, RuleInfo } from './events.js';

/** Every rule that a cause breaks, the one that shows it best first. */
export function brokenRules({ rule, alsoBroken }: Pick<Failure, 'rule' | 'alsoBroken'>): RuleInfo[] {
  return [rule, ...alsoBroken.map((other) => other.rule)];
}
