import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/controls.js';
import { Form, Submit } from '../../parts/fields.js';
import { useLoaded } from '../../parts/hooks.js';
import { aheadText, instant } from '../../parts/text.js';
import { control } from '../../control/control-api.js';
import { clocksVersion, connection, resetsVersion } from '../../state/world.js';
import {
  changeClock,
  ClockSteps,
  useRunningTime,
  type ReadClock,
} from '../../views/workbench/sandbox-clock.js';

/** The time in a sandbox; undefined until it is known, and for everyone. */
export function useSandboxClock(sandbox: string): ReadClock | undefined {
  const { value } = useLoaded(
    async () => (sandbox === '' ? undefined : { ...(await control.clock(sandbox)), readAt: Date.now() }),
    [sandbox, clocksVersion.value, resetsVersion.value, connection.value.state],
  );
  return value?.sandbox === sandbox ? value : undefined;
}

interface ClockFormProps {
  readonly sandbox: string;
  readonly clock: ReadClock;
  readonly onClose: () => void;
}

/** Moves the time in a sandbox: by a step, or to a moment. */
export function ClockForm({ sandbox, clock, onClose }: ClockFormProps) {
  const [picked, setPicked] = useState('');
  const shown = useRunningTime(clock);
  const at = new Date(picked);
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector('button')?.focus(), []);
  return (
    <div
      ref={first}
      class="forced-form"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Form
        kind="forced-fields"
        label="Move the time"
        onSend={() => void changeClock(sandbox, { at: at.toISOString() })}
      >
        <span>
          Time in <span class="mono">{sandbox}</span>: <time dateTime={shown}>{instant(shown)}</time>
          {clock.aheadSeconds === 0 ? null : <strong>, {aheadText(clock.aheadSeconds)}</strong>}
        </span>
        <ClockSteps
          aheadSeconds={clock.aheadSeconds}
          onChange={(change) => void changeClock(sandbox, change)}
        />
        <label class="forced-field">
          or at
          <input
            type="datetime-local"
            class="input"
            step="1"
            aria-label="Date and time, in this browser's time zone"
            value={picked}
            onInput={(event) => setPicked(event.currentTarget.value)}
          />
        </label>
        <Submit disabled={Number.isNaN(at.getTime())}>Set</Submit>
        <Button kind="plain" onClick={onClose}>
          Close
        </Button>
      </Form>
      <p class="hint">
        Keys expire, the quota renews and orders are dated by it. No other sandbox is affected.
      </p>
    </div>
  );
}
