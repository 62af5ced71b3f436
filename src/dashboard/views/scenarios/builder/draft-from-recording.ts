import type { ScenarioDefinition } from '../../../control/control-types.js';
import type { ScenarioDraft } from './scenario-draft.js';

const noticeableMs = 100;

/**
 * The draft of a scenario that was made of one recorded exchange. Its one response needs no sequence: as an effect of its own it
 * has all the fields of the form.
 */
export function draftFromRecording(definition: ScenarioDefinition): ScenarioDraft {
  const { title, advice, sequences = {}, ...others } = definition;
  const [[operation, sequence] = ['', undefined], more] = Object.entries(sequences);
  const [step, next] = sequence?.steps ?? [];
  if (more || next || typeof step !== 'object') return { name: 'recorded', content: definition };
  const { times: _times, label: _label, delay, ...effect } = step;
  const status = effect.answer?.status;
  return {
    name: nameOf(operation, status),
    content: {
      ...others,
      title: status === undefined ? (title ?? '') : `${operation} answers ${status} as recorded`,
      advice: advice ?? '',
      operations: [operation],
      ...(isNoticeable(delay) ? { delay } : {}),
      ...effect,
    },
  };
}

/** Whether a recorded delay is more than what any response takes. */
function isNoticeable(delay: ScenarioDefinition['delay']): delay is NonNullable<ScenarioDefinition['delay']> {
  const [, ms] = /^(\d+)ms$/.exec(typeof delay === 'string' ? delay : '') ?? [];
  return delay !== undefined && (ms === undefined || Number(ms) >= noticeableMs);
}

/** `getShippingRates` and 200 → `get-shipping-rates-200`. */
function nameOf(operation: string, status = 0): string {
  const words = operation.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  const plain = words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  const name = plain === '' ? 'recorded' : plain.slice(0, 50);
  return status === 0 ? name : `${name}-${status}`;
}
