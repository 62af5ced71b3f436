import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Input } from '../fields.js';
import { useCombobox } from './use-combobox.js';
import { PickIcon } from '../../shell/icons.js';

export interface PickerOption {
  readonly value: string;
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
}

export interface PickerGroup {
  readonly title: string;
  readonly options: readonly PickerOption[];
}

interface PickerProps {
  /** The subject of the choice, such as `Sandbox`; read out before the current choice. */
  readonly label: string;
  readonly placeholder: string;
  /** Marked in the list. */
  readonly chosen: string;
  /** The options that match the typed text. */
  readonly groupsFor: (typed: string) => readonly PickerGroup[];
  readonly onPick: (value: string) => void;
  /** Gets the button, for others who open the list. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly children: ComponentChildren;
}

/**
 * A button that opens a list with a search field: arrow keys move, Enter picks, Escape closes. The field keeps the focus, as the
 * ARIA practices describe a combobox.
 */
export function Picker({ opener, label, placeholder, chosen, groupsFor, onPick, children }: PickerProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <div
      class="picker"
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOpen(false);
      }}
    >
      <button
        ref={opener}
        type="button"
        class="picker-button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span class="picker-label">{label}</span>
        <span class="picker-value">{children}</span>
        <PickIcon />
      </button>
      {isOpen ? (
        <PickerList
          {...{ label, placeholder, chosen, groupsFor }}
          onPick={(value) => {
            close();
            onPick(value);
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

interface PickerListProps extends Omit<PickerProps, 'children' | 'opener'> {
  readonly onClose: () => void;
}

/** The list with its search field. Escape clears the text first, and then closes the list. */
export function PickerList({ label, placeholder, chosen, groupsFor, onPick, onClose }: PickerListProps) {
  const [typed, setTyped] = useState('');
  const groups = groupsFor(typed).filter(({ options }) => options.length > 0);
  const values = groups.flatMap(({ options }) => options.map(({ value }) => value));
  const { active, setActive, optionId, combobox } = useCombobox(values, {
    first: Math.max(0, values.indexOf(chosen)),
    onPick: (index) => onPick(values[index] ?? ''),
    onEscape: () => {
      if (typed === '') onClose();
      setTyped('');
      setActive(0);
    },
  });
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  useEffect(() => {
    list.current?.querySelector('.is-active')?.scrollIntoView({ block: 'nearest' });
  }, [active, typed]);
  return (
    <div class="picker-pop">
      <Input
        ref={field}
        {...combobox}
        aria-label={`Find: ${label}`}
        aria-expanded="true"
        placeholder={placeholder}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setActive(0);
        }}
      />
      <div class="picker-list" role="listbox" id={combobox['aria-controls']} aria-label={label} ref={list}>
        {groups.map(({ title, options }) => (
          <div key={title} role="group" aria-label={title}>
            <div class="picker-group" aria-hidden="true">
              {title}
            </div>
            {options.map(({ value, label: text, hint }) => {
              const index = values.indexOf(value);
              return (
                <div
                  key={value}
                  id={optionId(index)}
                  role="option"
                  aria-selected={value === chosen}
                  class={`picker-option${index === active ? ' is-active' : ''}`}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onPick(value)}
                >
                  <span>{text}</span>
                  {hint === undefined ? null : <span class="hint">{hint}</span>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {values.length === 0 ? (
        <p class="hint picker-none" role="status">
          Nothing matches.
        </p>
      ) : null}
    </div>
  );
}
