import { operations } from '../../../state/world.js';
import type { ScenarioDefinition } from '../../../control/control-types.js';
import { EffectForm } from './effect-form.js';
import { Check, CheckList, Choice, NumberField, TextField } from '../../../parts/fields.js';
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
    <form class="stack" aria-label="Scenario" onSubmit={(event) => event.preventDefault()}>
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
    </form>
  );
}

interface OccasionNumberProps {
  readonly content: ScenarioDefinition;
  readonly onChange: (when: NonNullable<ScenarioDefinition['when']>) => void;
}

function OccasionNumber({ content: { when }, onChange }: OccasionNumberProps) {
  if (typeof when !== 'object') return null;
  const { first, call, every, probability } = when;
  const field = (
    label: string,
    value: number,
    change: (value: number) => NonNullable<typeof when>,
    min = 1,
    max = 1000,
  ) => (
    <NumberField key={label} {...{ label, value, min, max }} onChange={(typed) => onChange(change(typed))} />
  );
  if (probability !== undefined)
    return field(
      'Percent of calls',
      Math.round(probability * 100),
      (percent) => ({ probability: percent / 100 }),
      1,
      100,
    );
  if (typeof call === 'number') return field('Call', call, (next) => ({ call: next }));
  if (every !== undefined) return field('Every', every, (next) => ({ every: next }), 2);
  return first === undefined ? null : field('Calls', first, (next) => ({ first: next }));
}

function Operations(props: { content: ScenarioDefinition; onChange: (content: ScenarioDefinition) => void }) {
  const { content, onChange } = props;
  const { operations: given, ...others } = content;
  const chosen = new Set(Array.isArray(given) ? given : []);
  const mark = (id: string, isMarked: boolean): void => {
    if (isMarked) chosen.add(id);
    else chosen.delete(id);
    const { title, advice, ...rest } = others;
    const named = { ...(title === undefined ? {} : { title }), ...(advice === undefined ? {} : { advice }) };
    onChange(chosen.size === 0 ? others : { ...named, operations: [...chosen], ...rest });
  };
  return (
    <CheckList
      legend="Operations (none marked: every one)"
      options={operations.value.map(({ id }) => id)}
      marked={[...chosen]}
      onMark={mark}
    />
  );
}
