import { control } from '../../control/control-api.js';
import type { ClockChange } from '../../control/control-types.js';
import { Button } from '../../parts/controls.js';
import { useClock } from '../../parts/hooks.js';
import { attempt } from '../../state/world.js';

/** The time in a sandbox as the mock said it. */
export interface ReadClock {
  /** ISO 8601. */
  readonly now: string;
  /** Seconds by which it is ahead of the mock's. */
  readonly aheadSeconds: number;
  /** Milliseconds since 1970, here. */
  readonly readAt: number;
}

/** The time in a sandbox as it runs on, ISO 8601; it stands where the mock's is frozen. */
export function useRunningTime({ now, aheadSeconds, readAt }: ReadClock): string {
  const runs = Math.abs(Date.parse(now) - aheadSeconds * 1000 - readAt) < 60_000;
  const passed = Math.max(0, useClock(1000) - readAt);
  return new Date(Date.parse(now) + (runs ? passed : 0)).toISOString();
}

/** Moves the time in a sandbox. @param change undefined gives it the mock's time again @returns whether it succeeded */
export function changeClock(sandbox: string, change: ClockChange | undefined): Promise<boolean> {
  return attempt(() =>
    change === undefined ? control.resetClock(sandbox) : control.moveClock(sandbox, change),
  );
}

const steps = [
  { label: '+1 min', advance: 'PT1M' },
  { label: '+1 h', advance: 'PT1H' },
  { label: '+1 day', advance: 'P1D' },
] as const;

interface ClockStepsProps {
  readonly aheadSeconds: number;
  readonly onChange: (change: ClockChange | undefined) => void;
}

/** Moves the time on, or back to the mock's. */
export function ClockSteps({ aheadSeconds, onChange }: ClockStepsProps) {
  return (
    <>
      {steps.map(({ label, advance }) => (
        <Button key={advance} kind="small" onClick={() => onChange({ advance })}>
          {label}
        </Button>
      ))}
      {aheadSeconds === 0 ? null : (
        <Button kind="small" onClick={() => onChange(undefined)}>
          Back to now
        </Button>
      )}
    </>
  );
}
