/** Labelled fields of the builder. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface FieldProps<T> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function TextField({
  label,
  value,
  mono = false,
  placeholder = '',
  onChange,
}: FieldProps<string> & { mono?: boolean; placeholder?: string }) {
  return (
    <Labelled label={label}>
      <input
        class={`input${mono ? ' mono' : ''}`}
        value={value}
        placeholder={placeholder}
        spellcheck={!mono}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </Labelled>
  );
}

export function NumberField({
  label,
  value,
  least,
  most,
  onChange,
}: FieldProps<number> & { least: number; most: number }) {
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

export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
}: FieldProps<T> & { options: readonly { readonly value: T; readonly label: string }[] }) {
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

/** A JSON value as text. What does not parse yet stays in the field and changes nothing. */
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
    return error instanceof Error ? error.message : String(error);
  }
}

function textOf(typed: string): string {
  return typed.trim() === '' ? '' : JSON.stringify(JSON.parse(typed), null, 2);
}

function Labelled({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      {children}
    </label>
  );
}
