import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { overlay } from './commands.js';

interface OverlayDialogProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A dialog over the page: Escape and a click beside it close it, and the focus goes back to where it was. */
export function OverlayDialog({ label, children }: OverlayDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="overlay"
      aria-label={label}
      onClose={() => (overlay.value = undefined)}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      {children}
    </dialog>
  );
}
