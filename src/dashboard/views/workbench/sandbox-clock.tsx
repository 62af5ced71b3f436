import { control } from '../../control/control-api.js';
import type { ClockChange, SandboxClock } from '../../control/control-types.js';
import { Button } from '../../parts/controls.js';
import { useClock } from '../../parts/hooks.js';
import { aheadText, instant } from '../../parts/text.js';
import { undoable } from '../../state/undoable.js';
import { change, isProxy } from '../../state/world.js';

type ClockState = Pick<SandboxClock, 'now' | 'aheadSeconds' | 'frozen'>;

/** The time in a sandbox as the mock said it. */
export interface ReadClock extends ClockState {
  /** Milliseconds since 1970, here. */
  readonly readAt: number;
}

/** The time in a sandbox as it runs on, ISO 8601; it stands where it or the mock's is frozen. */
export function useRunningTime({ now, aheadSeconds, frozen, readAt }: ReadClock): string {
  const runs = !frozen && Math.abs(Date.parse(now) - aheadSeconds * 1000 - readAt) < 60_000;
  const passed = Math.max(0, useClock(1000) - readAt);
  return new Date(Date.parse(now) + (runs ? passed : 0)).toISOString();
}

export function clockUse(): string {
  return isProxy.value
    ? "What is answered here in the target's place is dated by it; the target has its own time."
    : 'Keys expire, the quota renews and orders are dated by it.';
}

/** True if the time is another than the mock's. */
export function isOwnTime({ aheadSeconds, frozen }: Pick<ReadClock, 'aheadSeconds' | 'frozen'>): boolean {
  return frozen || aheadSeconds !== 0;
}

/** `Frozen at 09:30 UTC`, with its date unless that is today's, or `1 day 2 h ahead`. @param limit of units */
export function clockText({ now, aheadSeconds, frozen }: ReadClock, limit?: number): string {
  if (!frozen) return aheadText(aheadSeconds, limit);
  const [date, time] = instant(now).split(' ');
  const isToday = date === new Date().toISOString().slice(0, 10);
  return `Frozen at ${isToday ? '' : `${date} `}${time?.replace(/:00$/, '')} UTC`;
}

const clocks = undoable<ClockState>(control.clock, (after, now) => {
  if (after.frozen !== now.frozen) return false;
  return now.frozen ? after.now === now.now : after.aheadSeconds === now.aheadSeconds;
});

/** The change that led to a clock; undefined where somebody else has changed it since. */
export const clockChange = clocks.changeTo;

/** Changes the time in a sandbox. @param to undefined gives it the mock's time again @returns whether it succeeded */
export function changeClock(sandbox: string, to: ClockChange | undefined): Promise<boolean> {
  if (to === undefined) return change(() => control.resetClock(sandbox));
  return clocks.make(sandbox, () => control.moveClock(sandbox, to));
}

/** Gives a sandbox the time that it would have without the changes that were made here. */
export function undoClock(sandbox: string): Promise<boolean> {
  return clocks.undo(sandbox, async (before, now) => {
    if (!before || !isOwnTime(before)) return control.resetClock(sandbox);
    if (before.frozen) return control.moveClock(sandbox, { at: before.now, frozen: true });
    if (before.aheadSeconds > 0) {
      // Told by its distance: a moment would be over by the time that the mock hears of it.
      await control.resetClock(sandbox);
      return control.moveClock(sandbox, { advance: `PT${before.aheadSeconds}S` });
    }
    const running = Date.parse(now.now) + (before.aheadSeconds - now.aheadSeconds) * 1000;
    return control.moveClock(sandbox, { at: new Date(running).toISOString(), frozen: false });
  });
}

const steps = [
  { label: '+1 min', advance: 'PT1M' },
  { label: '+1 h', advance: 'PT1H' },
  { label: '+1 day', advance: 'P1D' },
  { label: '+1 month', advance: 'P1M' },
] as const;

export interface ClockStepsProps {
  readonly clock: Pick<ReadClock, 'aheadSeconds' | 'frozen'>;
  /** @param change undefined gives the sandbox the mock's time again */
  readonly onChange: (change: ClockChange | undefined) => void;
}

/** Moves the time on, freezes it, or gives back the mock's. */
export function ClockSteps({ clock, onChange }: ClockStepsProps) {
  return (
    <>
      {steps.map(({ label, advance }) => (
        <Button key={advance} kind="small" onClick={() => onChange({ advance })}>
          {label}
        </Button>
      ))}
      <FreezeButton clock={clock} onChange={onChange} />
      {isOwnTime(clock) ? (
        <Button kind="small" onClick={() => onChange(undefined)}>
          Back to now
        </Button>
      ) : null}
    </>
  );
}

export function FreezeButton({ clock: { frozen }, onChange }: ClockStepsProps) {
  return (
    <Button kind="small freeze" onClick={() => onChange({ frozen: !frozen })}>
      {frozen ? 'Unfreeze' : 'Freeze'}
    </Button>
  );
}
