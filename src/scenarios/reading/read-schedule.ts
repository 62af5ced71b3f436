import type { EffectTemplate, Schedule, Step } from '../scenario.js';
import { effectProperties } from '../schema/effect-schemas.js';
import type { EffectFields, ScenarioFile, StepFields } from '../schema/scenario-file.js';
import type { ReadContext } from './read-context.js';
import { readEffect } from './read-effect.js';

const effectKeys = Object.keys(effectProperties) as (keyof EffectFields)[];

function hasEffect(fields: EffectFields): boolean {
  return effectKeys.some((key) => fields[key] !== undefined);
}

/** On which calls what happens: one effect, or a sequence of steps. */
export function readSchedule(content: ScenarioFile, context: ReadContext): Schedule {
  if (content.steps) return readSequence(content.steps, content, context);
  if (!hasEffect(content)) {
    const text = `${context.root} must say what happens, by ${effectKeys.join(', ')} or steps`;
    context.report({ pointer: '', text });
  }
  const effect = readEffect(content, '', context);
  const when = content.when;
  if (when === undefined || when === 'always') return { kind: 'always', effect };
  if (when.first !== undefined) return { kind: 'first', times: when.first, effect };
  if (when.call !== undefined) return { kind: 'calls', calls: new Set([when.call].flat()), effect };
  if (when.every !== undefined) return { kind: 'every', nth: when.every, effect };
  return { kind: 'probability', probability: when.probability ?? 1, effect };
}

function readSequence(
  steps: readonly ('normal' | StepFields)[],
  content: ScenarioFile,
  context: ReadContext,
): Schedule {
  const misplaced = [...effectKeys, 'when' as const].filter((key) => content[key] !== undefined);
  for (const key of misplaced) {
    const text = `${key} can't stand beside steps; put it into a step`;
    context.report({ pointer: `/${key}`, text: key === 'when' ? "when can't stand beside steps" : text });
  }
  if (!steps.some((step) => step !== 'normal' && hasEffect(step)))
    context.report({ pointer: '/steps', text: 'steps must have one that is not normal' });
  return {
    kind: 'sequence',
    atEnd: content.atEnd ?? 'normal',
    steps: steps.map((step, index) => readStep(step, index, context)),
  };
}

function readStep(step: 'normal' | StepFields, index: number, context: ReadContext): Step {
  if (step === 'normal') return { times: 1, label: undefined, effect: undefined };
  const effect: EffectTemplate | undefined = hasEffect(step)
    ? readEffect(step, `/steps/${index}`, context)
    : undefined;
  return { times: step.times ?? 1, label: step.label, effect };
}
