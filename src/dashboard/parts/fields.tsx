/** Labelled fields of forms. */
import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../control/control-api.js';

interface FieldProps<T> {
  readonly label: ComponentChildren;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Attributes of the input element that pass through unchanged. */
interface InputAttributes {
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly title?: string;
  readonly autoComplete?: string;
}

interface TextFieldProps extends FieldProps<string>, InputAttributes {
  readonly mono?: boolean;
  /** Attributes that depend on the type of the input, and the type. */
  readonly input?: ComponentProps<'input'>;
}

export function TextField({ label, value, mono = false, input, onChange, ...attributes }: TextFieldProps) {
  return (
    <Labelled label={label}>
      <input
        class={`input${mono ? ' mono' : ''}`}
        spellcheck={!mono}
        {...input}
        {...attributes}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </Labelled>
  );
}

export function TextArea({ label, value, rows, onChange }: FieldProps<string> & { rows: number }) {
  return (
    <Labelled label={label}>
      <textarea
        class="input"
        rows={rows}
        spellcheck={false}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </Labelled>
  );
}

/** A whole number; `value` is limited to `min` and `max`. */
export function NumberField({
  label,
  value,
  min,
  max,
  onChange,
}: FieldProps<number> & { min: number; max: number }) {
  return (
    <Labelled label={label}>
      <input
        class="input"
        type="number"
        min={min}
        max={max}
        value={value}
        onInput={(event) => {
          const typed = Math.round(event.currentTarget.valueAsNumber);
          if (!Number.isNaN(typed)) onChange(Math.min(max, Math.max(min, typed)));
        }}
      />
    </Labelled>
  );
}

interface ChoiceOption<T extends string> {
  readonly value: T;
  readonly label: string;
}

interface SelectProps<T extends string> {
  /** Read out, where nothing visible names the field. */
  readonly label?: string;
  readonly value: T;
  readonly options: readonly ChoiceOption<T>[];
  readonly onChange: (value: T) => void;
}

export function Select<T extends string>({ label, value, options, onChange }: SelectProps<T>) {
  return (
    <select
      class="input"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as T)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

export function Choice<T extends string>({ label, ...select }: SelectProps<T> & { label: string }) {
  return (
    <Labelled label={label}>
      <Select {...select} />
    </Labelled>
  );
}

/** A checkbox with its label behind it. */
export function Check({ label, value, onChange }: FieldProps<boolean>) {
  return (
    <label>
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

/** Checkboxes of which any number may be marked. */
export function CheckList({
  legend,
  options,
  marked,
  onMark,
}: {
  legend: string;
  options: readonly string[];
  marked: readonly string[];
  onMark: (option: string, isMarked: boolean) => void;
}) {
  return (
    <fieldset class="field">
      <legend>{legend}</legend>
      <div class="checks">
        {options.map((option) => (
          <Check
            key={option}
            label={option}
            value={marked.includes(option)}
            onChange={(isMarked) => onMark(option, isMarked)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** A JSON value as text. Text that does not parse yet stays in the field and changes nothing. */
export function JsonField({ label, value, rows, onChange }: FieldProps<unknown> & { rows: number }) {
  const text = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [typed, setTyped] = useState(text);
  const wrong = problemOf(typed);
  useEffect(() => {
    if (wrong === undefined && textOf(typed) !== text) setTyped(text);
  }, [text]);
  return (
    <Labelled label={label}>
      <textarea
        class="input"
        rows={rows}
        spellcheck={false}
        aria-invalid={wrong !== undefined}
        value={typed}
        onInput={(event) => {
          const next = event.currentTarget.value;
          setTyped(next);
          if (problemOf(next) === undefined) onChange(next.trim() === '' ? undefined : JSON.parse(next));
        }}
      />
      {wrong === undefined ? null : (
        <span class="field-problem" role="alert">
          This is not JSON yet: {wrong}
        </span>
      )}
    </Labelled>
  );
}

function problemOf(text: string): string | undefined {
  try {
    if (text.trim() !== '') JSON.parse(text);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function textOf(typed: string): string {
  return typed.trim() === '' ? '' : JSON.stringify(JSON.parse(typed), null, 2);
}

function Labelled({ label, children }: { label: ComponentChildren; children: ComponentChildren }) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      {children}
    </label>
  );
}
