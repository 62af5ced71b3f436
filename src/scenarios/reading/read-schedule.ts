import { toPointer } from '../../contract/json-pointer.js';
import type { AtEnd, EffectTemplate, Schedule, Sequence, Step } from '../scenario.js';
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
  if (content.sequences) return readSequences(content.sequences, content, context);
  if (content.steps) {
    refuseBeside('steps', content, [...effectKeys, 'when'], context);
    return readSequence({ steps: content.steps, atEnd: content.atEnd }, '', context);
  }
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

/** Each is held against its own operation alone. */
function readSequences(
  sequences: NonNullable<ScenarioFile['sequences']>,
  content: ScenarioFile,
  context: ReadContext,
): Schedule {
  const misplaced = [...effectKeys, 'when', 'steps', 'operations'] as const;
  refuseBeside('sequences', content, misplaced, context);
  const read = context.operations.map((operation) => {
    const at = toPointer(['sequences', operation.id]);
    const own: ReadContext = { ...context, operations: [operation], narrow: false };
    return [operation.id, readSequence(sequences[operation.id] ?? { steps: [] }, at, own)] as const;
  });
  return { kind: 'by operation', sequences: new Map(read) };
}

function refuseBeside(
  field: 'steps' | 'sequences',
  content: ScenarioFile,
  misplaced: readonly (keyof ScenarioFile)[],
  context: ReadContext,
): void {
  for (const key of misplaced.filter((one) => content[one] !== undefined)) {
    const isEffect = effectKeys.some((one) => one === key);
    const text = `${key} can't stand beside ${field}${isEffect ? '; put it into a step' : ''}`;
    context.report({ pointer: `/${key}`, text });
  }
}

interface SequenceFields {
  readonly steps: readonly ('normal' | StepFields)[];
  readonly atEnd?: AtEnd | undefined;
}

/** @param at JSON pointer of the sequence in the file; empty for the top */
function readSequence(
  { steps, atEnd = 'normal' }: SequenceFields,
  at: string,
  context: ReadContext,
): Sequence {
  if (!steps.some((step) => step !== 'normal' && hasEffect(step)))
    context.report({ pointer: `${at}/steps`, text: 'steps must have one that is not normal' });
  return {
    kind: 'sequence',
    atEnd,
    steps: steps.map((step, index) => readStep(step, `${at}/steps/${index}`, context)),
  };
}

function readStep(step: 'normal' | StepFields, at: string, context: ReadContext): Step {
  if (step === 'normal') return { times: 1, label: undefined, effect: undefined };
  const effect: EffectTemplate | undefined = hasEffect(step) ? readEffect(step, at, context) : undefined;
  return { times: step.times ?? 1, label: step.label, effect };
}
