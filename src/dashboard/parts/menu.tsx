import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { PickIcon } from '../shell/icons.js';

export interface MenuItem {
  readonly label: string;
  readonly onChoose: () => void;
}

/** A button that opens a menu, as the ARIA practices describe one: arrow keys move, Escape closes. */
export function Menu(props: { label: string; items: readonly MenuItem[]; isSmall?: boolean }) {
  const { label, items, isSmall = false } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const entries = (): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
  ];
  useLayoutEffect(() => {
    if (isOpen) entries()[0]?.focus();
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (step !== 0) {
      const all = entries();
      const at = all.indexOf(document.activeElement as HTMLElement);
      all[(at + step + all.length) % all.length]?.focus();
    } else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class="menu"
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        class={`btn${isSmall ? ' small' : ''}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {label} <PickIcon />
      </button>
      {isOpen ? (
        <div class="menu-list" role="menu" aria-label={label} ref={list} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                item.onChoose();
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
