import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useState, useLayoutEffect, useRef } from 'preact/hooks';
import { messageOf } from '../control/control-api.js';
import { CopyIcon, DoneIcon, PickIcon } from '../shell/icons.js';
import { trouble } from '../state/world.js';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'class'> {
  /** Further classes: `small`, `plain`, `main-act`. */
  readonly kind?: string;
}

export function Button({ kind = '', ...attributes }: ButtonProps) {
  return <button type="button" class={`btn ${kind}`.trim()} {...attributes} />;
}

/** A link that looks like a button. */
export function ActLink(props: { kind?: string; href: string; label: ComponentChildren }) {
  const { kind = '', href, label } = props;
  return (
    <a class={`btn ${kind}`.trim()} href={href}>
      {label}
    </a>
  );
}

interface ConfirmButtonProps {
  readonly label: string;
  /** The label that asks for a second click. */
  readonly sure: string;
  readonly onConfirm: () => void;
}

/** A button for an action that can't be undone: it acts at the second click, unless the focus has left it in between. */
export function ConfirmButton({ label, sure, onConfirm }: ConfirmButtonProps) {
  const [asked, setAsked] = useState(false);
  return (
    <Button
      kind={asked ? 'small danger' : 'small'}
      onBlur={() => setAsked(false)}
      onClick={({ currentTarget }) => {
        // Not every browser focuses a button that is clicked.
        currentTarget.focus();
        if (asked) onConfirm();
        setAsked(!asked);
      }}
    >
      <span aria-live="polite">{asked ? sure : label}</span>
    </Button>
  );
}

interface CopyButtonProps {
  /** Made when it is copied, for what is long. */
  readonly text: string | (() => string);
  readonly label: string;
  readonly plain?: boolean;
  /** A description of the copied text, if the label is not one. */
  readonly hint?: string | undefined;
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label, plain = false, hint }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    toClipboard(typeof text === 'string' ? text : text()).then(
      () => setCopied(true),
      (error: unknown) => (trouble.value = messageOf(error)),
    );
  };
  return (
    <Button kind={plain ? 'small plain' : 'small'} title={hint} onClick={copy}>
      {copied ? <DoneIcon /> : <CopyIcon />}
      {hint === undefined ? null : <span class="unseen">{hint}:</span>}
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  );
}

/**
 * Browsers allow the clipboard to secure pages only: those of this machine, and those over TLS.
 *
 * @throws Error with a sentence that says what to do
 */
export async function toClipboard(text: string): Promise<void> {
  try {
    if (!isSecureContext) throw new Error('There is no clipboard for this page.');
    await navigator.clipboard.writeText(text);
  } catch (cause) {
    const sentence = 'The browser does not let this page write to the clipboard; mark the text and copy it.';
    throw new Error(sentence, { cause });
  }
}

interface FilePickerProps {
  readonly label: string;
  /** As the attribute of an input: endings and media types. */
  readonly accept?: string;
  readonly onFile: (file: File | undefined) => Promise<void>;
}

/** A button that asks for a file; the same one may be chosen again. */
export function FilePicker({ label, accept = '.json,application/json', onFile }: FilePickerProps) {
  return (
    <label class="btn file">
      {label}
      <input
        class="unseen"
        type="file"
        accept={accept}
        onChange={(event) => {
          void onFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

interface MenuItem {
  readonly label: string;
  /** Set for one that is switched on or off; the menu stays open then. */
  readonly isChecked?: boolean;
  readonly onChoose: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Stands for the label where there is no room. */
  readonly icon: ComponentChildren;
  readonly isSmall?: boolean;
}

/** A button that opens a menu, as the ARIA practices describe one: arrow keys move, Escape closes. */
export function Menu({ label, items, icon, isSmall = false }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const entries = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
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
      <Button
        ref={button}
        kind={isSmall ? 'small' : ''}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {icon} <span>{label}</span> <PickIcon />
      </Button>
      {isOpen ? (
        <div class="menu-list" role="menu" aria-label={label} ref={list} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role={item.isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
              aria-checked={item.isChecked}
              tabIndex={-1}
              onClick={() => {
                if (item.isChecked === undefined) close();
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
