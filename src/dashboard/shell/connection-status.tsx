import { useClock } from '../parts/use-clock.js';
import { connection } from '../state/world.js';

/** The state of the connection to the mock; screen readers announce each change. */
export function ConnectionStatus() {
  const { state } = connection.value;
  const live = state === 'live';
  return (
    <div class="status">
      <span class={`dot ${live ? 'good' : state === 'waiting' ? 'warn' : ''}`} aria-hidden="true" />
      <span class="words" role="status">
        {live ? 'Live' : state === 'waiting' ? 'Reconnecting' : 'Connecting'}
      </span>
    </div>
  );
}

/** Seconds until a time, updated every half second. */
export function Countdown({ until }: { until: number }) {
  const seconds = Math.ceil((until - useClock(500)) / 1000);
  return <>{seconds > 0 ? `again in ${seconds} s` : 'trying now'}</>;
}
