import { useId, useRef, useState } from 'preact/hooks';

interface ComboboxOptions {
  /** The option that is active at first; -1 for none. */
  readonly first?: number;
  readonly onPick: (index: number) => void;
  readonly onEscape?: () => void;
  /** Called before an arrow key moves. */
  readonly onStep?: () => void;
}

/**
 * A text field with a list of options, as the ARIA practices describe a combobox: the field keeps the focus, arrow keys move
 * along the list and Enter picks. An option that was active at first or by an arrow key stays so wherever it moves when others
 * appear; after typing the active one is whatever stands at that index.
 *
 * @param values the options in the list, each once
 */
export function useCombobox(
  values: readonly string[],
  { first = 0, onPick, onEscape, onStep }: ComboboxOptions,
) {
  const id = useId();
  const count = values.length;
  const [, draw] = useState({});
  const chosen = useRef<{ at: number; value?: string | undefined }>({ at: first, value: values[first] });
  const { at: before, value: kept } = chosen.current;
  const moved = kept === undefined ? -1 : values.indexOf(kept);
  const active = moved === -1 ? before : moved;
  chosen.current = { at: active, value: kept === undefined ? undefined : values[active] };
  const setActive = (at: number, value?: string): void => {
    chosen.current = { at, value };
    draw({});
  };
  const optionId = (index: number): string => `${id}-${index}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (step !== 0) {
      onStep?.();
      const at = count === 0 ? 0 : (active + step + count) % count;
      setActive(at, values[at]);
    } else if (event.key === 'Enter' && active >= 0 && active < count) onPick(active);
    else if (event.key === 'Escape' && onEscape) onEscape();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const combobox = {
    role: 'combobox',
    autoComplete: 'off',
    spellcheck: false,
    onKeyDown,
    'aria-controls': id,
    'aria-autocomplete': 'list',
    'aria-activedescendant': active >= 0 && active < count ? optionId(active) : undefined,
  } as const;
  return { active, setActive: (at: number) => setActive(at), optionId, combobox };
}
