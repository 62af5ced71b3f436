/** What the list leaves out at the moment: requests since a pause, and those before it was cleared. */
import { signal } from '@preact/signals';
import type { LoggedExchange } from '../../state/exchange-log.js';

/** The exchanges that the list goes on showing while it is paused; undefined while it follows. */
export const paused = signal<readonly LoggedExchange[] | undefined>(undefined);

/** The list shows what arrived after this, ISO 8601; the journals keep the rest. */
export const clearedAt = signal('');

export function togglePause(entries: readonly LoggedExchange[]): void {
  paused.value = paused.value === undefined ? entries : undefined;
}

/** Hides everything that is listed now. */
export function clearList(): void {
  paused.value = undefined;
  clearedAt.value = new Date().toISOString();
}
