/** Labelled fields of forms. */
import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../control/control-api.js';

interface FieldProps<T> {
  readonly label: ComponentChildren;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Attributes of the element that pass through; Preact types them by the type of the input. */
type InputAttributes = Omit<ComponentProps<'input'>, 'label' | 'value' | 'onChange' | 'class' | 'type'>;

interface InputProps extends InputAttributes {
  /** Further classes. */
  readonly kind?: string;
  readonly mono?: boolean;
  readonly type?: 'text' | 'search' | 'url' | 'password' | 'number';
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function Input({ kind = '', mono = false, onChange, ...attributes }: InputProps) {
  return (
    <input
      class={`input${mono ? ' mono' : ''} ${kind}`.trimEnd()}
      spellcheck={!mono}
      {...(attributes as object)}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface LateInputProps extends InputAttributes {
  readonly kind: string;
  readonly type?: 'text' | 'number';
  readonly value: string;
  /** Applies what was typed; it stays in the field until that is done. */
  readonly onApply: (text: string) => unknown;
}

/** A field that applies when it is left or Enter is pressed. What is typed until then stays, whatever happens meanwhile. */
export function LateInput({ kind, value, onApply, ...attributes }: LateInputProps) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly isSent?: boolean }>();
  return (
    <input
      class={`input ${kind}`}
      {...(attributes as object)}
      value={typed?.text ?? value}
      onInput={(event) => setTyped({ text: event.currentTarget.value })}
      onChange={(event) => {
        const sent = { text: event.currentTarget.value, isSent: true };
        setTyped(sent);
        void Promise.resolve(onApply(sent.text)).then(() =>
          setTyped((now) => (now === sent ? undefined : now)),
        );
      }}
      onBlur={() => setTyped((now) => (now?.isSent ? now : undefined))}
    />
  );
}

export function SearchField(props: InputProps & { readonly label: string }) {
  const { label, placeholder = label, ...input } = props;
  return <Input type="search" aria-label={label} placeholder={placeholder} {...input} />;
}

export function TextField({ label, ...input }: InputProps & FieldProps<string>) {
  return (
    <Labelled label={label}>
      <Input {...input} />
    </Labelled>
  );
}

interface TextAreaProps extends FieldProps<string> {
  readonly rows: number;
  readonly isWrong?: boolean;
  /** Stands below the field. */
  readonly children?: ComponentChildren;
}

export function TextArea({ label, value, rows, isWrong, onChange, children }: TextAreaProps) {
  return (
    <Labelled label={label}>
      <textarea
        class="input"
        {...{ rows, value }}
        spellcheck={false}
        aria-invalid={isWrong}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {children}
    </Labelled>
  );
}

interface NumberInputProps extends Omit<InputProps, 'type' | 'value' | 'onChange'> {
  readonly min: number;
  readonly max: number;
  readonly value: number | undefined;
  /** Gets a whole number within the limits; undefined for a text that is none. */
  readonly onChange: (value: number | undefined) => void;
}

export function NumberInput({ value, onChange, ...input }: NumberInputProps) {
  const change = (text: string): void => {
    const typed = text === '' ? NaN : Math.round(Number(text));
    onChange(Number.isNaN(typed) ? undefined : Math.min(input.max, Math.max(input.min, typed)));
  };
  return (
    <Input type="number" {...input} value={value === undefined ? '' : String(value)} onChange={change} />
  );
}

/** A number that is always there: a text that is none changes nothing. */
export function NumberField({
  label,
  onChange,
  ...input
}: FieldProps<number> & { min: number; max: number }) {
  return (
    <Labelled label={label}>
      <NumberInput {...input} onChange={(typed) => typed !== undefined && onChange(typed)} />
    </Labelled>
  );
}

interface ChoiceOption<T extends string> {
  readonly value: T;
  readonly label: string;
}

export function optionsOf<T extends string>(values: readonly T[]): readonly ChoiceOption<T>[] {
  return values.map((value) => ({ value, label: value }));
}

interface SelectProps<T extends string> {
  /** Read out, where nothing visible names the field. */
  readonly label?: string;
  readonly value: T;
  readonly options: readonly ChoiceOption<T>[];
  readonly disabled?: boolean;
  readonly onChange: (value: T) => void;
}

export function Select<T extends string>({ label, options, onChange, ...attributes }: SelectProps<T>) {
  return (
    <select
      class="input"
      aria-label={label}
      {...attributes}
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

interface CheckListProps {
  readonly legend: string;
  readonly options: readonly string[];
  readonly marked: readonly string[];
  readonly onChange: (marked: readonly string[]) => void;
}

/** Checkboxes of which any number may be marked. */
export function CheckList({ legend, options, marked, onChange }: CheckListProps) {
  const change = (option: string, isMarked: boolean): void =>
    onChange(isMarked ? [...marked, option] : marked.filter((one) => one !== option));
  return (
    <fieldset class="field">
      <legend>{legend}</legend>
      <div class="checks">
        {options.map((one) => (
          <Check key={one} label={one} value={marked.includes(one)} onChange={(is) => change(one, is)} />
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
  const change = (next: string): void => {
    setTyped(next);
    if (problemOf(next) === undefined) onChange(next.trim() === '' ? undefined : JSON.parse(next));
  };
  return (
    <TextArea {...{ label, rows }} value={typed} isWrong={wrong !== undefined} onChange={change}>
      {wrong === undefined ? null : (
        <span class="field-problem" role="alert">
          This is not JSON yet: {wrong}
        </span>
      )}
    </TextArea>
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

interface FormProps {
  readonly kind: string;
  readonly label?: string;
  /** The id of its heading, in place of a label. */
  readonly labelledBy?: string;
  readonly onSend: () => void;
  readonly children: ComponentChildren;
}

/** A form that the page sends itself. */
export function Form({ kind, label, labelledBy, onSend, children }: FormProps) {
  return (
    <form
      class={kind}
      aria-label={label}
      aria-labelledby={labelledBy}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {children}
    </form>
  );
}

export function Submit({ disabled, children }: { disabled?: boolean; children: ComponentChildren }) {
  return (
    <button type="submit" class="btn main-act" disabled={disabled}>
      {children}
    </button>
  );
}
