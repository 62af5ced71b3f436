import type { CallbackTemplate, EffectTemplate, Scenario, Step, Delay } from '../scenario.js';
import { faultKind } from '../faults/registry.js';

/** Names the treatment of a request that no scenario changes. */
const normalText = 'normal';

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

/**
 * Describes the effect of scenarios on one call in a few words such as `500`, `Connection reset` or `normal after 3 s`.
 *
 * @param templates of the scenarios that apply, in their order: of answers and faults the last wins, delays add up
 */
export function effectText(templates: readonly EffectTemplate[], operationId: string): string {
  const delays = templates.flatMap(({ delay }) => delay ?? []);
  const response = responseText(templates, operationId);
  const late = delays.length === 0 ? response : `${response} after ${delays.map(delayText).join(' and ')}`;
  const callbacks =
    response === normalText && templates.findLast((template) => template.callbacks)?.callbacks;
  if (!callbacks) return late;
  return `${delays.length === 0 ? '' : `${late}, `}callbacks ${callbacksText(callbacks)}`;
}

function responseText(templates: readonly EffectTemplate[], operationId: string): string {
  const fault = faultKind(templates.findLast((template) => template.fault)?.fault?.kind);
  if (fault) return fault.label;
  const statuses = templates.map(
    ({ spendQuota, answerFor }) => answerFor?.(operationId)?.status ?? (spendQuota ? 429 : undefined),
  );
  const status = statuses.findLast((one) => one !== undefined);
  if (status !== undefined) return String(status);
  const isChanged = templates.some(({ patches, headers }) => patches.length + headers.length > 0);
  return isChanged ? 'a changed response' : normalText;
}

/** Describes what happens to callbacks, such as `2 times, wrongly signed`. */
function callbacksText({ lost, delay, copies, attempts, cut, signature }: CallbackTemplate): string {
  if (lost) return 'lost';
  const parts = [
    delay && `after ${delayText(delay)}`,
    copies > 1 && `${copies} times`,
    cut > 0 && `cut ${cut === 1 ? 'once' : `${cut} times`}`,
    attempts !== undefined && `with ${attempts} attempt${attempts === 1 ? '' : 's'}`,
    signature === 'wrong' && 'wrongly signed',
    signature === 'none' && 'unsigned',
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? 'as usual' : parts.join(', ');
}

function delayText(delay: Delay): string {
  if (delay.kind === 'fixed') return durationText(delay.ms);
  if (delay.kind === 'range') return `${durationText(delay.fromMs)} to ${durationText(delay.toMs)}`;
  return `about ${durationText(delay.medianMs)}`;
}

function durationText(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
