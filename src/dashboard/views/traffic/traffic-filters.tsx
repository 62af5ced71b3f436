import { visibleText } from '../../parts/visible-text.js';
import { setQuery } from '../../routing/route.js';
import { operations, sandboxes } from '../../state/world.js';
import type { TrafficFilter } from './traffic-filter.js';

const statuses = ['2XX', '4XX', '5XX', '200', '201', '400', '401', '403', '404', '429', '500'];

export function TrafficFilters({ filter }: { filter: TrafficFilter }) {
  const names = sandboxes.value.map(({ name }) => name);
  const ids = [...operations.value.map(({ id }) => id), 'none'];
  return (
    <div class="filters" role="search" aria-label="Filter requests">
      <input
        class="input"
        type="search"
        placeholder="Path, scenario …"
        aria-label="Text"
        value={filter.text}
        onInput={(event) => setQuery({ text: event.currentTarget.value })}
      />
      <FilterSelect
        label="Status"
        every="Any status"
        name="status"
        options={statuses}
        chosen={filter.status}
      />
      <FilterSelect
        label="Sandbox"
        every="All sandboxes"
        name="sandbox"
        options={names}
        chosen={filter.sandbox}
      />
      <FilterSelect
        label="Operation"
        every="All operations"
        name="operation"
        options={ids}
        chosen={filter.operation}
      />
    </div>
  );
}

interface FilterSelectProps {
  readonly label: string;
  readonly every: string;
  readonly name: string;
  readonly options: readonly string[];
  readonly chosen: string;
}

function FilterSelect({ label, every, name, options, chosen }: FilterSelectProps) {
  const all = chosen === '' || options.includes(chosen) ? options : [chosen, ...options];
  return (
    <select
      class="input"
      aria-label={label}
      value={chosen}
      onChange={(event) => setQuery({ [name]: event.currentTarget.value })}
    >
      <option value="">{every}</option>
      {all.map((option) => (
        <option key={option} value={option}>
          {visibleText(option)}
        </option>
      ))}
    </select>
  );
}
