import type { MaybePromise } from './maybe-promise.js';

/** The clock of a sandbox: how far it is ahead of the others, and since when it stands still. */
export interface SandboxClock {
  /** Milliseconds that it is ahead of the mock's; below 0 where it is behind, 0 where nobody moved it. */
  readonly shift: number;
  /** The time of the other clocks when it was frozen, in milliseconds since 1970; undefined while it runs. */
  readonly frozenAt: Readonly<Record<OtherClock, number>> | undefined;
}

/** `mock` is that of the service, which `--clock` freezes; `real` that of the machine, by which keys expire. */
type OtherClock = 'mock' | 'real';

/** The clock that each sandbox has at first. */
export const mocksClock: SandboxClock = { shift: 0, frozenAt: undefined };

/** The time in a sandbox. @param now what the other clock shows now @param other the clock that it is derived from */
export function timeIn({ shift, frozenAt }: SandboxClock, now: number, other: OtherClock = 'mock'): number {
  return (frozenAt?.[other] ?? now) + shift;
}

/** The clock of each sandbox. It is lost with the sandbox: at a reset, or some time after its last use. */
export interface ClockStore {
  get(sandbox: string): MaybePromise<SandboxClock>;
  /** Those of several, in their order, in one call. */
  list(sandboxes: readonly string[]): MaybePromise<readonly SandboxClock[]>;
  /** Sets it. A clock that gets frozen stops the window of the quota too, where the store's own clock is then. */
  set(sandbox: string, clock: SandboxClock): MaybePromise<void>;
}
