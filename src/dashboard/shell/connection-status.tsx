import { useEffect, useState } from 'preact/hooks';
import { connection } from '../state/world.js';

/** Whether the page hears from the mock; a screen reader is told of each change. */
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

/** Seconds until a moment, told again every half second. */
export function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((until - now) / 1000);
  return <>{seconds > 0 ? `again in ${seconds} s` : 'trying now'}</>;
}
