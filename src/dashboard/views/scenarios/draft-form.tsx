import type { ComponentChildren } from 'preact';
import { faultKinds } from '../../../scenarios/faults/registry.js';
import { operations } from '../../state/world.js';
import type { ScenarioDraft } from './scenario-draft.js';

interface DraftFormProps {
  readonly draft: ScenarioDraft;
  readonly onChange: (draft: ScenarioDraft) => void;
}

const effects = [
  { value: 'answer', label: 'A response instead of the real one' },
  { value: 'quota', label: 'A spent quota (429)' },
  { value: 'fault', label: 'A broken connection' },
  { value: 'none', label: 'The real response, delayed' },
] as const;

const statuses = [400, 401, 403, 404, 429, 500];

const occasions = [
  { value: 'always', label: 'always' },
  { value: 'first', label: 'on the first calls, then normal' },
  { value: 'every', label: 'on every n-th call' },
  { value: 'probability', label: 'by chance (the same with the same seed)' },
] as const;

export function DraftForm({ draft, onChange }: DraftFormProps) {
  const change = (part: Partial<ScenarioDraft>): void => onChange({ ...draft, ...part });
  const { effect, when } = draft;
  return (
    <form class="stack" aria-label="Scenario" onSubmit={(event) => event.preventDefault()}>
      <TextField label="Name" value={draft.name} mono onChange={(name) => change({ name })} />
      <TextField label="Title: what happens" value={draft.title} onChange={(title) => change({ title })} />
      <TextField
        label="Advice: what a good client does"
        value={draft.advice}
        onChange={(advice) => change({ advice })}
      />
      <Operations draft={draft} onChange={(chosen) => change({ operations: chosen })} />
      <div class="form-grid">
        <Choice
          label="It sends"
          value={effect}
          options={effects}
          onChange={(value) => change({ effect: value })}
        />
        {effect === 'answer' ? (
          <Choice
            label="Status"
            value={String(draft.status)}
            options={statuses.map((status) => ({ value: String(status), label: String(status) }))}
            onChange={(status) => change({ status: Number(status) })}
          />
        ) : null}
        {effect === 'fault' ? (
          <Choice
            label="Fault"
            value={draft.fault}
            options={faultKinds.map(({ kind, label }) => ({ value: kind, label }))}
            onChange={(fault) => change({ fault })}
          />
        ) : null}
      </div>
      {effect === 'answer' ? (
        <TextField
          label="Message (without it the document's own)"
          value={draft.message}
          onChange={(message) => change({ message })}
        />
      ) : null}
      <div class="form-grid">
        <Choice label="When" value={when} options={occasions} onChange={(value) => change({ when: value })} />
        {when === 'first' || when === 'every' ? (
          <NumberField
            label="Calls"
            value={draft.times}
            least={1}
            most={1000}
            onChange={(times) => change({ times })}
          />
        ) : null}
        {when === 'probability' ? (
          <NumberField
            label="Percent"
            value={draft.chance}
            least={1}
            most={100}
            onChange={(chance) => change({ chance })}
          />
        ) : null}
        <NumberField
          label="Delay in ms"
          value={draft.delay}
          least={0}
          most={600_000}
          onChange={(delay) => change({ delay })}
        />
      </div>
    </form>
  );
}

function Operations({
  draft,
  onChange,
}: {
  draft: ScenarioDraft;
  onChange: (ids: readonly string[]) => void;
}) {
  const chosen = new Set(draft.operations);
  return (
    <fieldset class="field">
      <legend>Operations (none marked: every one)</legend>
      <div class="checks">
        {operations.value.map(({ id }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={chosen.has(id)}
              onChange={(event) => {
                if (event.currentTarget.checked) chosen.add(id);
                else chosen.delete(id);
                onChange([...chosen]);
              }}
            />
            {id}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly mono?: boolean;
  readonly onChange: (value: string) => void;
}

function TextField({ label, value, mono = false, onChange }: TextFieldProps) {
  return (
    <Labelled label={label}>
      <input
        class={`input${mono ? ' mono' : ''}`}
        value={value}
        spellcheck={!mono}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </Labelled>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

function NumberField({ label, value, least, most, onChange }: NumberFieldProps) {
  return (
    <Labelled label={label}>
      <input
        class="input"
        type="number"
        min={least}
        max={most}
        value={value}
        onInput={(event) => {
          const typed = Math.round(event.currentTarget.valueAsNumber);
          if (!Number.isNaN(typed)) onChange(Math.min(most, Math.max(least, typed)));
        }}
      />
    </Labelled>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <Labelled label={label}>
      <select class="input" value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function Labelled({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      {children}
    </label>
  );
}
