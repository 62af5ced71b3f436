import type { ComponentProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'class'> {
  /** Further classes: `small`, `plain`, `main-act`. */
  readonly kind?: string;
}

export function Button({ kind = '', ...attributes }: ButtonProps) {
  return <button type="button" class={`btn ${kind}`.trim()} {...attributes} />;
}

interface ConfirmButtonProps {
  readonly label: string;
  /** The label that asks for a second click. */
  readonly sure: string;
  readonly onConfirm: () => void;
}

/** A button for an action that can't be undone: it acts at the second click. */
export function ConfirmButton({ label, sure, onConfirm }: ConfirmButtonProps) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return undefined;
    const timer = setTimeout(() => setAsked(false), 5000);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <button
      type="button"
      class={`btn small ${asked ? 'danger' : ''}`}
      onBlur={() => setAsked(false)}
      onClick={() => {
        if (asked) onConfirm();
        setAsked(!asked);
      }}
    >
      <span aria-live="polite">{asked ? sure : label}</span>
    </button>
  );
}
