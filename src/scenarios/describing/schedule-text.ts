import type { EffectTemplate, Scenario, Step } from '../scenario.js';
import { effectText, normalText } from './effect-text.js';

/** Describes a scenario's effects over its calls, such as `2 × 500, then normal` or `429 on every 3rd call`. */
export function scheduleText({ schedule, operations }: Scenario): string {
  const [operationId = ''] = operations;
  const text = (effect: EffectTemplate | undefined): string => textOf(effect, operationId);
  switch (schedule.kind) {
    case 'always':
      return text(schedule.effect);
    case 'first':
      return `${times(schedule.times, text(schedule.effect))}, then ${normalText}`;
    case 'calls':
      return `${text(schedule.effect)} on call ${[...schedule.calls].join(', ')}`;
    case 'every':
      return `${text(schedule.effect)} on every ${ordinal(schedule.nth)} call`;
    case 'probability':
      return `${text(schedule.effect)} on ${Math.round(schedule.probability * 1000) / 10}% of calls`;
    case 'sequence':
      return `${stepsText(schedule.steps, text)}${ends[schedule.atEnd]}`;
    case 'by operation':
      return [...schedule.sequences]
        .map(
          ([id, { steps, atEnd }]) =>
            `${id}: ${stepsText(steps, (effect) => textOf(effect, id))}${ends[atEnd]}`,
        )
        .join('; ');
    default:
      return schedule satisfies never;
  }
}

const ends = {
  normal: `, then ${normalText}`,
  hold: ' from then on',
  loop: ', then from the start',
} as const;

function textOf(effect: EffectTemplate | undefined, operationId: string): string {
  return effect ? effectText([effect], operationId) : normalText;
}

function stepsText(steps: readonly Step[], text: (effect: EffectTemplate | undefined) => string): string {
  return steps.map((step) => times(step.times, text(step.effect))).join(', then ');
}

function times(number: number, what: string): string {
  return number === 1 ? what : `${number} × ${what}`;
}

function ordinal(number: number): string {
  const teen = number % 100 > 10 && number % 100 < 14;
  const suffix = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${suffix}`;
}
