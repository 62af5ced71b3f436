import { faultKind } from '../faults/registry.js';
import type { Delay, EffectTemplate } from '../scenario.js';

/** Names the treatment of a request that no scenario changes. */
export const normalText = 'normal';

/**
 * Describes the effect of scenarios on one call in a few words such as `500`, `Connection reset` or `normal after 3 s`.
 *
 * @param templates of the scenarios that apply, in their order: of answers and faults the last wins, delays add up
 */
export function effectText(templates: readonly EffectTemplate[], operationId: string): string {
  const delays = templates.flatMap(({ delay }) => delay ?? []);
  const what = whatText(templates, operationId);
  return delays.length === 0 ? what : `${what} after ${delays.map(delayText).join(' and ')}`;
}

function whatText(templates: readonly EffectTemplate[], operationId: string): string {
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

function delayText(delay: Delay): string {
  if (delay.kind === 'fixed') return durationText(delay.ms);
  if (delay.kind === 'range') return `${durationText(delay.fromMs)} to ${durationText(delay.toMs)}`;
  return `about ${durationText(delay.medianMs)}`;
}

function durationText(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
