import { operations } from '../../../state/world.js';
import type { ScenarioDefinition } from '../../../control/control-types.js';
import { EffectForm } from './effect-form.js';
import { Check, CheckList, Choice, Form, NumberField, TextField } from '../../../parts/fields.js';
import { effectOf, occasionOf, onOccasion, withEffect } from './scenario-draft.js';
import type { Occasion, ScenarioDraft } from './scenario-draft.js';
import { StepsForm } from './steps-form.js';

const occasions: readonly { readonly value: Occasion; readonly label: string }[] = [
  { value: 'steps', label: 'step by step' },
  { value: 'always', label: 'on every call' },
  { value: 'first', label: 'on the first calls' },
  { value: 'call', label: 'on one call' },
  { value: 'every', label: 'on every n-th call' },
  { value: 'probability', label: 'by chance (the same with the same seed)' },
];

/** All of a scenario that has fields; the rest is named, and stays. */
export function DraftForm(props: { draft: ScenarioDraft; onChange: (draft: ScenarioDraft) => void }) {
  const { draft, onChange } = props;
  const { name, content } = draft;
  const change = (part: Partial<ScenarioDefinition>): void =>
    onChange({ name, content: { ...content, ...part } });
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
      <Operations content={content} onChange={(next) => onChange({ name, content: next })} />
      <div class="form-grid">
        <Choice
          label="When"
          value={occasion}
          options={occasions}
          onChange={(next) => onChange({ name, content: onOccasion(content, next) })}
        />
        <OccasionNumber content={content} onChange={(when) => change({ when })} />
      </div>
      {content.steps ? (
        <StepsForm
          steps={content.steps}
          atEnd={content.atEnd ?? 'normal'}
          onChange={(steps) => change({ steps })}
          onEnd={(atEnd) => change({ atEnd })}
        />
      ) : (
        <EffectForm
          effect={effectOf(content)}
          onChange={(effect) => onChange({ name, content: withEffect(content, effect) })}
        />
      )}
      <div class="checks">
        <Check
          label="Its responses break the document on purpose"
          value={content.breaksContract === true}
          onChange={(breaks) => {
            const { breaksContract: _, ...kept } = content;
            onChange({ name, content: breaks ? { ...kept, breaksContract: true } : kept });
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

/** The number that an occasion has, by the key of the file. */
const numbers = [
  { key: 'probability', label: 'Percent of calls', min: 1, max: 100, factor: 100 },
  { key: 'call', label: 'Call', min: 1, max: 1000, factor: 1 },
  { key: 'every', label: 'Every', min: 2, max: 1000, factor: 1 },
  { key: 'first', label: 'Calls', min: 1, max: 1000, factor: 1 },
] as const;

function OccasionNumber({ content: { when }, onChange }: OccasionNumberProps) {
  if (typeof when !== 'object') return null;
  const number = numbers.find(({ key }) => typeof when[key] === 'number');
  if (!number) return null;
  const { key, label, min, max, factor } = number;
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
