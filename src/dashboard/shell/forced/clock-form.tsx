import { useState } from 'preact/hooks';
import { Button } from '../../parts/controls.js';
import { Submit } from '../../parts/fields.js';
import { useLoaded } from '../../parts/hooks.js';
import { instant } from '../../parts/text.js';
import { control } from '../../control/control-api.js';
import type { ClockChange } from '../../control/control-types.js';
import { ForcedForm } from './forced-form.js';
import { scope } from '../../state/scope.js';
import { connection, versions } from '../../state/world.js';
import {
  changeClock,
  ClockSteps,
  clockText,
  clockUse,
  isOwnTime,
  useRunningTime,
  type ReadClock,
} from '../../views/workbench/sandbox-clock.js';

/** The time in a sandbox; undefined until it is known, and for everyone. */
export function useSandboxClock(sandbox: string): ReadClock | undefined {
  return useLoaded(
    async () => (sandbox === '' ? undefined : { ...(await control.clock(sandbox)), readAt: Date.now() }),
    [versions.clock.value, versions.reset.value, connection.value.state],
    sandbox,
  ).value;
}

/** Moves the time in a sandbox by a step or to a moment, and freezes it. */
export function ClockForm({ clock, onClose }: { clock: ReadClock; onClose: () => void }) {
  const sandbox = scope.value;
  const [picked, setPicked] = useState<string>();
  const shown = useRunningTime(clock);
  const field = picked ?? clock.now.slice(0, 19);
  const at = new Date(`${field}Z`);
  const change = (to: ClockChange | undefined): void => {
    setPicked(undefined);
    void changeClock(sandbox, to);
  };
  return (
    <ForcedForm
      label="Move the time"
      first="button"
      onSend={() => change({ at: at.toISOString() })}
      onClose={onClose}
      below={<p class="hint">{clockUse()} No other sandbox is affected.</p>}
    >
      <span>
        Time in <span class="mono">{sandbox}</span>: <time dateTime={shown}>{instant(shown)}</time>
        {isOwnTime(clock) ? <strong>, {clock.frozen ? 'frozen' : clockText(clock)}</strong> : null}
      </span>
      <ClockSteps clock={clock} onChange={change} />
      <label class="forced-field">
        or at
        <input
          type="datetime-local"
          class="input"
          step="1"
          aria-label="Date and time, UTC"
          value={field}
          onInput={(event) => setPicked(event.currentTarget.value)}
        />
        UTC
      </label>
      <Submit disabled={Number.isNaN(at.getTime())}>Set</Submit>
      {clock.frozen ? null : (
        <Button
          disabled={Number.isNaN(at.getTime())}
          onClick={() => change({ at: at.toISOString(), frozen: true })}
        >
          Freeze there
        </Button>
      )}
    </ForcedForm>
  );
}
