import { CopyButton } from '../../parts/controls.js';
import { control } from '../../control/control-api.js';
import type { SandboxDetails } from '../../control/control-types.js';
import { count, instant } from '../../parts/text.js';
import { useClock, useLoaded } from '../../parts/hooks.js';
import { sandboxSign } from '../../state/scope.js';
import { connection, exchangeLog, isProxy, versions } from '../../state/world.js';
import { ShareFigure } from '../../parts/layout.js';
import {
  changeClock,
  ClockSteps,
  clockText,
  clockUse,
  isOwnTime,
  useRunningTime,
  type ClockStepsProps,
  type ReadClock,
} from './sandbox-clock.js';

/** The key or header of a sandbox, what is left of its quota, and its time. */
export function SandboxFacts({ sandbox }: { sandbox: string }) {
  const last = exchangeLog.entries.value.findLast((entry) => entry.sandbox === sandbox)?.id;
  const { value: read } = useLoaded(
    async () => ({ ...(await control.sandbox(sandbox)), readAt: Date.now() }),
    [sandbox, last, versions.clock.value, versions.reset.value, connection.value.state],
  );
  const sign = sandboxSign(sandbox);
  return (
    <ul class="facts-row">
      <li class="tile">
        <h2 class="label">{sign.kind === 'key' ? 'Key' : 'Header'}</h2>
        <code class="big">{sign.text}</code>
        <div class="acts">
          <CopyButton text={sign.text} label={`Copy ${sign.kind}`} />
        </div>
      </li>
      {isProxy.value && !read?.quota ? null : (
        <li class="tile">
          <h2 class="label">Quota</h2>
          {read ? <QuotaLeft quota={read.quota} readAt={read.readAt} /> : null}
        </li>
      )}
      {read ? (
        <ClockTile
          {...read.clock}
          readAt={read.readAt}
          onChange={(change) => void changeClock(sandbox, change)}
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
      <ShareFigure
        percent={(remaining * 100) / limit}
        number={count(remaining)}
        unit={` of ${count(limit)} left`}
      />
      <span class="hint">
        {left > 0 ? `Renews in ${left} s` : `Starts with the next request, for ${windowSeconds} s`}
      </span>
    </>
  );
}

function ClockTile({ onChange, ...clock }: ReadClock & Pick<ClockStepsProps, 'onChange'>) {
  const shown = useRunningTime(clock);
  return (
    <li class="tile">
      <h2 class="label">Time in the sandbox</h2>
      <time class="big" dateTime={shown}>
        {instant(shown)}
      </time>
      {isOwnTime(clock) ? <p class="hint">{clock.frozen ? 'Frozen' : clockText(clock)}</p> : null}
      <div class="acts">
        <ClockSteps clock={clock} onChange={onChange} />
      </div>
      <p class="hint">{clockUse()}</p>
    </li>
  );
}
