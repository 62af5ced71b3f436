import { Button } from '../../parts/controls.js';
import { count } from '../../parts/text.js';
import { PauseIcon, PlayIcon } from '../../shell/icons.js';
import type { LoggedExchange } from '../../state/exchange-log.js';
import { ExportMenu } from '../export/export-menu.js';
import { signal } from '@preact/signals';

interface TrafficToolbarProps {
  readonly entries: readonly LoggedExchange[];
  readonly rows: readonly LoggedExchange[];
  readonly waiting: number;
}

export function TrafficToolbar({ entries, rows, waiting }: TrafficToolbarProps) {
  const isPaused = paused.value !== undefined;
  return (
    <div class="acts traffic-acts">
      {isPaused && waiting > 0 ? (
        <Button onClick={() => togglePause(entries)}>{count(waiting)} new</Button>
      ) : null}
      <Button aria-pressed={isPaused} onClick={() => togglePause(entries)}>
        {isPaused ? <PlayIcon /> : <PauseIcon />} {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button onClick={clearList} disabled={entries.length === 0}>
        Clear
      </Button>
      {rows.length > 0 ? <ExportMenu rows={rows} /> : null}
    </div>
  );
}

/** The exchanges that the list goes on showing while it is paused; undefined while it follows. */
export const paused = signal<readonly LoggedExchange[] | undefined>(undefined);

/** The list shows what arrived after this, ISO 8601; the journals keep the rest. */
export const clearedAt = signal('');

export function togglePause(entries: readonly LoggedExchange[]): void {
  paused.value = paused.value === undefined ? entries : undefined;
}

export function clearList(): void {
  paused.value = undefined;
  clearedAt.value = new Date().toISOString();
}
