import { Button, Menu } from '../../parts/controls.js';
import { ClearIcon, PauseIcon, PlayIcon, ColumnsIcon } from '../../shell/icons.js';
import type { LoggedExchange } from '../../state/exchange-log.js';
import { ExportMenu } from '../export/export-menu.js';
import { signal } from '@preact/signals';
import { chooseColumns, columnChoice, columns } from './table/columns.js';

/** @param props.rows those that can be exported */
export function TrafficToolbar({ isEmpty, rows }: { isEmpty: boolean; rows: readonly LoggedExchange[] }) {
  const isPaused = paused.value;
  return (
    <div class="acts traffic-acts">
      <Button title={isPaused ? 'Resume' : 'Pause'} aria-pressed={isPaused} onClick={togglePause}>
        {isPaused ? <PlayIcon /> : <PauseIcon />} <span>{isPaused ? 'Resume' : 'Pause'}</span>
      </Button>
      <Button title="Clear" onClick={clearList} disabled={isEmpty}>
        <ClearIcon /> <span>Clear</span>
      </Button>
      <ColumnMenu />
      {rows.length > 0 ? <ExportMenu rows={rows} /> : null}
    </div>
  );
}

/** True while the list is held although nobody reads in it. */
export const paused = signal(false);

/** The list shows what arrived after this, ISO 8601; the journals keep the rest. */
export const clearedAt = signal('');

export function togglePause(): void {
  paused.value = !paused.value;
}

export function clearList(): void {
  paused.value = false;
  clearedAt.value = new Date().toISOString();
}

/** Shows and hides columns; that of the request stays. */
function ColumnMenu() {
  const { hidden } = columnChoice.value;
  const items = columns
    .filter(({ name }) => name !== 'request')
    .map(({ name, title }) => {
      const isHidden = hidden.includes(name);
      return {
        label: title,
        isChecked: !isHidden,
        onChoose: () =>
          chooseColumns({ hidden: isHidden ? hidden.filter((one) => one !== name) : [...hidden, name] }),
      };
    });
  return <Menu label="Columns" icon={<ColumnsIcon />} items={items} />;
}
