import { maxDelayMs, type Effect } from './scenario.js';

/**
 * One effect of several scenarios in their order: of answers and spent quotas the last wins, of faults too; patches,
 * headers and delays add up.
 */
export function combine(effects: readonly Effect[]): Effect | undefined {
  if (effects.length <= 1) return effects[0];
  return effects.reduce((before, effect) => {
    const answers = effect.answer !== undefined || effect.spendQuota;
    return {
      answer: answers ? effect.answer : before.answer,
      spendQuota: answers ? effect.spendQuota : before.spendQuota,
      patches: [...before.patches, ...effect.patches],
      headers: [...before.headers, ...effect.headers],
      delayMs: Math.min(maxDelayMs, before.delayMs + effect.delayMs),
      fault: effect.fault ?? before.fault,
      stepLabel: [before.stepLabel, effect.stepLabel].filter((label) => label !== '').join(', '),
    };
  });
}
