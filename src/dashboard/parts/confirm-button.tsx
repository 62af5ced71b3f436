import { useEffect, useState } from 'preact/hooks';

interface ConfirmButtonProps {
  readonly label: string;
  /** What the button says when it must be pressed again. */
  readonly sure: string;
  readonly onConfirm: () => void;
}

/** A button for what can't be undone: it acts when it is pressed a second time. */
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
