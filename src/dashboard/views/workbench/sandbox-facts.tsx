import { useState } from 'preact/hooks';
import { control } from '../../control/control-api.js';
import type { SandboxDetails } from '../../control/control-types.js';
import { CopyButton } from '../../parts/copy-button.js';
import { count } from '../../parts/format.js';
import { useClock } from '../../parts/use-clock.js';
import { useLoaded } from '../../parts/use-loaded.js';
import { attempt, clocksVersion, connection, exchangeLog, resetsVersion } from '../../state/world.js';
import { ClockTile } from './clock-tile.js';

/** The key of a sandbox, what is left of its quota, and its time. */
export function SandboxFacts({ sandbox }: { sandbox: string }) {
  const [version, setVersion] = useState(0);
  const last = exchangeLog.entries.value.findLast((entry) => entry.sandbox === sandbox)?.id;
  const { value: read } = useLoaded(
    async () => ({ ...(await control.sandbox(sandbox)), readAt: Date.now() }),
    [sandbox, last, version, clocksVersion.value, resetsVersion.value, connection.value.state],
  );
  return (
    <ul class="facts-row">
      <li class="tile">
        <h2 class="label">Key</h2>
        <code class="big">dk_test_{sandbox}</code>
        <div class="acts">
          <CopyButton text={`dk_test_${sandbox}`} label="Copy key" />
        </div>
      </li>
      <li class="tile">
        <h2 class="label">Quota</h2>
        {read ? <QuotaLeft quota={read.quota} readAt={read.readAt} /> : null}
      </li>
      {read ? (
        <ClockTile
          {...read.clock}
          readAt={read.readAt}
          onChange={(change) =>
            attempt(async () => {
              await (change === undefined ? control.resetClock(sandbox) : control.moveClock(sandbox, change));
              setVersion((before) => before + 1);
            })
          }
        />
      ) : null}
    </ul>
  );
}

function QuotaLeft({ quota, readAt }: { quota: SandboxDetails['quota']; readAt: number }) {
  const passed = Math.max(0, useClock(1000) - readAt) / 1000;
  if (quota === null) return <p>No quota: nothing is limited.</p>;
  const { limit, windowSeconds, resetSeconds } = quota;
  const left = resetSeconds === null ? 0 : Math.ceil(resetSeconds - passed);
  const remaining = left > 0 ? quota.remaining : limit;
  return (
    <>
      <span class="figure">
        {count(remaining)}
        <small> of {count(limit)} left</small>
      </span>
      <span class="share" aria-hidden="true">
        <i style={{ width: `${(remaining * 100) / limit}%` }} />
      </span>
      <span class="hint">
        {left > 0 ? `All again in ${left} s` : `For ${windowSeconds} s from the next request on`}
      </span>
    </>
  );
}
