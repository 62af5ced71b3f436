import { Button, CopyButton } from '../../parts/controls.js';
import { useState } from 'preact/hooks';
import { control } from '../../control/control-api.js';
import type { SandboxDetails, ClockChange } from '../../control/control-types.js';
import { count, instant } from '../../parts/text.js';
import { useClock, useLoaded } from '../../parts/hooks.js';
import { sandboxSign } from '../../state/scope.js';
import {
  attempt,
  clocksVersion,
  connection,
  exchangeLog,
  isProxy,
  resetsVersion,
} from '../../state/world.js';
import { ShareFigure } from '../../parts/layout.js';
import { Form, Input } from '../../parts/fields.js';

/** The key or header of a sandbox, what is left of its quota, and its time. */
export function SandboxFacts({ sandbox }: { sandbox: string }) {
  const [version, setVersion] = useState(0);
  const last = exchangeLog.entries.value.findLast((entry) => entry.sandbox === sandbox)?.id;
  const { value: read } = useLoaded(
    async () => ({ ...(await control.sandbox(sandbox)), readAt: Date.now() }),
    [sandbox, last, version, clocksVersion.value, resetsVersion.value, connection.value.state],
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
      <ShareFigure
        percent={(remaining * 100) / limit}
        number={count(remaining)}
        unit={` of ${count(limit)} left`}
      />
      <span class="hint">
        {left > 0 ? `Resets in ${left} s` : `Starts with the next request, for ${windowSeconds} s`}
      </span>
    </>
  );
}

interface ClockTileProps {
  readonly now: string;
  /** Seconds by which it is ahead of the mock's. */
  readonly aheadSeconds: number;
  readonly readAt: number;
  /** @param change undefined gives the sandbox the mock's time again @returns whether it succeeded */
  readonly onChange: (change: ClockChange | undefined) => Promise<boolean>;
}

const steps = [
  { label: '+1 min', advance: 'PT1M' },
  { label: '+1 h', advance: 'PT1H' },
  { label: '+1 day', advance: 'P1D' },
] as const;

/** The time in a sandbox: keys expire, the quota renews and orders are dated by it. */
function ClockTile({ now, aheadSeconds, readAt, onChange }: ClockTileProps) {
  const [typed, setTyped] = useState('');
  const runs = Math.abs(Date.parse(now) - aheadSeconds * 1000 - readAt) < 60_000;
  const passed = runs ? Math.max(0, useClock(1000) - readAt) : 0;
  const shown = new Date(Date.parse(now) + passed).toISOString();
  return (
    <li class="tile">
      <h2 class="label">Time in the sandbox</h2>
      <time class="big" dateTime={shown}>
        {instant(shown)}
      </time>
      <div class="acts">
        {steps.map(({ label, advance }) => (
          <Button key={advance} kind="small" onClick={() => void onChange({ advance })}>
            {label}
          </Button>
        ))}
        {aheadSeconds === 0 ? null : (
          <Button kind="small" onClick={() => void onChange(undefined)}>
            Back to now
          </Button>
        )}
      </div>
      <details class="more-time">
        <summary>Another time …</summary>
        <Form
          kind="inline-form"
          onSend={() => {
            const change = typed.startsWith('P') ? { advance: typed } : { at: typed };
            void onChange(change).then((done) => done && setTyped(''));
          }}
        >
          <Input
            mono
            aria-label="Move the time by, or to"
            placeholder="P1M or 2027-01-01T00:00:00Z"
            value={typed}
            onChange={(text) => setTyped(text.trim())}
          />
          <button type="submit" class="btn" disabled={typed === ''}>
            Move
          </button>
        </Form>
        <p class="hint">Keys expire, the quota renews and orders are dated by it.</p>
      </details>
    </li>
  );
}
