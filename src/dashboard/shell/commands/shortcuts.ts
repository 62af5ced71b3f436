import { signal } from '@preact/signals';
import { commands, overlay } from './commands.js';

const storageKey = 'drydock-single-keys';

/** Whether single keys act: who dictates or types blindly switches them off (WCAG 2.1.4). */
export const singleKeys = signal(stored());

export function allowSingleKeys(allowed: boolean): void {
  singleKeys.value = allowed;
  try {
    localStorage.setItem(storageKey, allowed ? 'on' : 'off');
  } catch {
    // Then it holds until the page is closed.
  }
}

function stored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

/** Obeys the keys of commands from now on. */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      overlay.value = overlay.value === 'palette' ? undefined : 'palette';
      return;
    }
    if (!singleKeys.value || overlay.value !== undefined || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const command = commands().find(({ keys }) => keys === event.key);
    if (!command) return;
    event.preventDefault();
    command.run();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
