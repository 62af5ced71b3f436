import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

/** Commands of shortcuts and the command palette; a view adds its own while it is shown. */

export interface Command {
  readonly title: string;
  /** A single key that does it, where nothing is being typed. */
  readonly keys?: string;
  /** Further words by which the palette finds it. */
  readonly words?: string;
  readonly run: () => void;
}

const lists = signal<readonly { readonly current: readonly Command[] }[]>([]);

/** The commands of everything that is shown, the latest first. */
export function commands(): readonly Command[] {
  return lists.value.flatMap(({ current }) => current);
}

/** The dialog that is open over the page. */
export const overlay = signal<'find' | 'help' | undefined>(undefined);

export function openFinder(): void {
  overlay.value = 'find';
}

/** Offers commands for as long as the component is shown; they may be other ones at each rendering. */
export function useCommands(offered: readonly Command[]): void {
  const latest = useRef(offered);
  latest.current = offered;
  const titles = offered.map(({ title }) => title).join('\n');
  useLayoutEffect(() => {
    lists.value = [latest, ...lists.peek()];
    return () => {
      lists.value = lists.peek().filter((one) => one !== latest);
    };
  }, [titles]);
}

/** A dialog over the page: Escape and a click beside it close it, and the focus goes back to where it was. */
export function OverlayDialog({ label, children }: { label: string; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current: shown } = dialog;
    shown?.showModal();
    // A dialog that is removed while it is open would keep the focus from where it was.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="overlay"
      aria-label={label}
      onClose={() => {
        // The event comes a moment later: of a dialog that is gone it would close the next one.
        if (dialog.current) overlay.value = undefined;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      {children}
    </dialog>
  );
}
