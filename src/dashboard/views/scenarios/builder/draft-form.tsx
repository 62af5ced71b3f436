import { operations } from '../../../state/world.js';
import type { ScenarioDefinition } from '../../../control/control-types.js';
import { Button } from '../../../parts/controls.js';
import { EffectForm } from './effect-form.js';
import { Check, CheckList, Choice, Form, NumberField, TextField } from '../../../parts/fields.js';
import {
  effectOf,
  numberedOccasions,
  occasionOf,
  occasions,
  onOccasion,
  withEffect,
  type ScenarioDraft,
  type Step,
  type StepFields,
} from './scenario-draft.js';

/** All of a scenario that has fields; the rest is named, and stays. */
export function DraftForm(props: { draft: ScenarioDraft; onChange: (draft: ScenarioDraft) => void }) {
  const { draft, onChange } = props;
  const { name, content } = draft;
  const replace = (next: ScenarioDefinition): void => onChange({ name, content: next });
  const change = (part: Partial<ScenarioDefinition>): void => replace({ ...content, ...part });
  const occasion = occasionOf(content);
  const others = (['match', 'headers'] as const).filter((key) => content[key] !== undefined);
  return (
    <Form kind="stack" label="Scenario" onSend={() => undefined}>
      <TextField label="Name" value={name} mono onChange={(next) => onChange({ name: next, content })} />
      <TextField
        label="Title: what happens"
        value={content.title ?? ''}
        onChange={(title) => change({ title })}
      />
      <TextField
        label="Advice: what a good client does"
        value={content.advice ?? ''}
        onChange={(advice) => change({ advice })}
      />
      <Operations content={content} onChange={replace} />
      <div class="form-grid">
        <Choice
          label="When"
          value={occasion}
          options={occasions}
          onChange={(next) => replace(onOccasion(content, next))}
        />
        <OccasionNumber content={content} onChange={(when) => change({ when })} />
      </div>
      {content.steps ? (
        <StepsForm steps={content.steps} atEnd={content.atEnd ?? 'normal'} onChange={change} />
      ) : (
        <EffectForm effect={effectOf(content)} onChange={(effect) => replace(withEffect(content, effect))} />
      )}
      <div class="checks">
        <Check
          label="Its responses break the document on purpose"
          value={content.breaksContract === true}
          onChange={(breaks) => {
            const { breaksContract: _, ...kept } = content;
            replace(breaks ? { ...kept, breaksContract: true } : kept);
          }}
        />
      </div>
      {others.length > 0 ? (
        <p class="hint">
          The form has no fields for <code>{others.join(', ')}</code>; they stay as they are.
        </p>
      ) : null}
    </Form>
  );
}

interface OccasionNumberProps {
  readonly content: ScenarioDefinition;
  readonly onChange: (when: NonNullable<ScenarioDefinition['when']>) => void;
}

function OccasionNumber({ content: { when }, onChange }: OccasionNumberProps) {
  if (typeof when !== 'object') return null;
  const occasion = numberedOccasions.find(({ value: key }) => typeof when[key] === 'number');
  if (!occasion) return null;
  const { value: key, number: label, min, max, factor } = occasion;
  const value = Math.round(Number(when[key]) * factor);
  const change = (typed: number): void => onChange({ [key]: typed / factor });
  return <NumberField key={key} {...{ label, value, min, max }} onChange={change} />;
}

function Operations(props: { content: ScenarioDefinition; onChange: (content: ScenarioDefinition) => void }) {
  const { content, onChange } = props;
  const { operations: given, ...others } = content;
  return (
    <CheckList
      legend="Operations (none marked: every one)"
      options={operations.value.map(({ id }) => id)}
      marked={Array.isArray(given) ? given : []}
      onChange={(marked) => onChange(marked.length === 0 ? others : { ...others, operations: [...marked] })}
    />
  );
}

interface StepsFormProps {
  readonly steps: readonly Step[];
  readonly atEnd: (typeof ends)[number]['value'];
  readonly onChange: (part: Pick<ScenarioDefinition, 'steps' | 'atEnd'>) => void;
}

const ends = [
  { value: 'normal', label: 'normal responses' },
  { value: 'hold', label: 'the last step, for good' },
  { value: 'loop', label: 'the first step again' },
] as const;

/** The buttons of a step; one that moves it nowhere removes it. */
const moves = [
  { label: 'Up', by: -1, words: 'Move step # up' },
  { label: 'Down', by: 1, words: 'Move step # down' },
  { label: 'Remove', by: 0, words: 'Remove step #' },
] as const;

function StepsForm({ steps, atEnd, onChange }: StepsFormProps) {
  const move = (at: number, step: Step, by: number): void => {
    const others = steps.toSpliced(at, 1);
    onChange({ steps: by === 0 ? others : others.toSpliced(at + by, 0, step) });
  };
  return (
    <>
      <ol class="stack">
        {steps.map((step, index) => (
          <li key={index} class="step stack">
            <fieldset class="field">
              <legend>Step {index + 1}</legend>
              <StepForm step={step} onChange={(next) => onChange({ steps: steps.with(index, next) })} />
            </fieldset>
            <div class="acts end">
              {moves.map(({ label, by, words }) => (
                <Button
                  key={label}
                  kind="small"
                  disabled={by === 0 ? steps.length === 1 : steps[index + by] === undefined}
                  aria-label={words.replace('#', String(index + 1))}
                  onClick={() => move(index, step, by)}
                >
                  {label}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ol>
      <div class="acts">
        <Button onClick={() => onChange({ steps: [...steps, { answer: { status: 500 } }] })}>
          Add a step
        </Button>
      </div>
      <Choice
        label="After the last step"
        value={atEnd}
        options={ends}
        onChange={(next) => onChange({ atEnd: next })}
      />
    </>
  );
}

function StepForm({ step, onChange }: { step: Step; onChange: (step: Step) => void }) {
  const fields: StepFields = step === 'normal' ? {} : step;
  return (
    <EffectForm
      effect={effectOf(fields)}
      onChange={(effect) => onChange(withEffect({ times: fields.times ?? 1, ...fields }, effect))}
    >
      <NumberField
        label="Calls"
        value={fields.times ?? 1}
        min={1}
        max={1_000_000}
        onChange={(times) => onChange({ ...fields, times })}
      />
    </EffectForm>
  );
}
