import type { ScenarioDefinition } from '../../../control/control-types.js';
import { Button } from '../../../parts/controls.js';
import { EffectForm } from './effect-form.js';
import { Choice, NumberField } from '../../../parts/fields.js';
import { effectOf, withEffect, type Step, type StepFields } from './scenario-draft.js';

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

/** The steps of a sequence: effects of the first calls, of those after them, and so on. */
export function StepsForm({ steps, atEnd, onChange }: StepsFormProps) {
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
