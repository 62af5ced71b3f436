import { timingOf, type Timed } from './timing.js';

/** The time until the first byte left, and from there to the end. */
export function TimingBar({ row }: { row: Timed }) {
  const { waiting, receiving, words } = timingOf(row);
  return (
    <span class="timing" role="img" aria-label={words} title={words}>
      <i style={{ width: `${waiting}%` }} />
      <i style={{ width: `${receiving}%` }} />
    </span>
  );
}
