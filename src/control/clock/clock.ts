import type { LocalContext } from '../control-context.js';
import { honourIssuedKeys } from '../keys/follow-issued-keys.js';
import { mocksClock, timeIn, type SandboxClock } from '../../state/clock-store.js';
import { done, type ControlCall, type ControlHandlers, ok } from '../operation-handlers.js';
import { problemFrom } from '../problem.js';

/** The first and the last moment of years with four digits. */
const bounds = { first: Date.parse('0001-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59.999Z') };

/** The time in a sandbox, which a test may move and freeze. */
export function prepareClock({ mock, state, keys, events }: LocalContext) {
  const set = async (sandbox: string, clock: SandboxClock): Promise<void> => {
    await state.clock.set(sandbox, clock);
    if (keys) await honourIssuedKeys(state, keys);
    events.publish({ type: 'clock', sandbox });
  };
  return {
    async getClock({ path: { name: sandbox } }) {
      const clock = await state.clock.get(sandbox);
      return ok({ sandbox, ...readClock(clock, mock().now()) });
    },

    async setClock({ path: { name: sandbox }, body }) {
      const before = await state.clock.get(sandbox);
      const clocks = bothClocks(() => mock().now());
      const now = clocks.mock;
      const { frozen = before.frozenAt !== undefined } = body;
      const frozenAt = frozen ? (before.frozenAt ?? clocks) : undefined;
      const wanted = wantedTime(body, timeIn(before, now));
      const clock = { shift: wanted - (frozenAt?.mock ?? now), frozenAt };
      await set(sandbox, clock);
      return ok({ sandbox, ...readClock(clock, now) });
    },

    async resetClock({ path: { name: sandbox } }) {
      if (await state.sandboxes.exists(sandbox)) await set(sandbox, mocksClock);
      return done;
    },
  } satisfies Partial<ControlHandlers>;
}

/** The mock's clock and the machine's at one moment. They are the same unless `--clock` has stopped the mock's. */
function bothClocks(mocksNow: () => number) {
  const [before, mock, after] = [Date.now(), mocksNow(), Date.now()];
  return { mock, real: mock >= before && mock <= after ? mock : after };
}

/** @param now the mock's time, in milliseconds since 1970 */
export function readClock(clock: SandboxClock, now: number) {
  const time = timeIn(clock, now);
  return {
    now: new Date(time).toISOString(),
    aheadSeconds: (time - now) / 1000,
    frozen: clock.frozenAt !== undefined,
  };
}

/**
 * @param now the sandbox's time, in milliseconds since 1970
 * @throws ControlProblem 422 for both a step and an instant, and for a time beyond the year 9999
 */
function wantedTime({ advance, at }: ControlCall<'setClock'>['body'], now: number): number {
  if (advance !== undefined && at !== undefined)
    throw problemFrom(422, ['Only one of advance and at can be given']);
  const time = at === undefined ? advancedTime(now, advance ?? 'PT') : Date.parse(at);
  if (time >= bounds.first && time <= bounds.last) return time;
  throw problemFrom(422, ['The time must be between the years 1 and 9999']);
}

const form =
  /^P(?:(?<years>\d+)Y)?(?:(?<months>\d+)M)?(?:(?<weeks>\d+)W)?(?:(?<days>\d+)D)?(?:T(?:(?<hours>\d+)H)?(?:(?<minutes>\d+)M)?(?:(?<seconds>\d+(?:\.\d+)?)S)?)?$/;

/**
 * A time moved on by an ISO 8601 duration, in UTC. A month ends where the next one does: January 31 and a month is the last of
 * February.
 *
 * @param from milliseconds since 1970
 * @returns milliseconds since 1970; NaN for a text that is no duration and for a time that no date can have
 */
export function advancedTime(from: number, duration: string): number {
  const parts = form.exec(duration)?.groups;
  if (!parts) return NaN;
  const part = (name: string): number => Number(parts[name] ?? 0);
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCFullYear(date.getUTCFullYear() + part('years'), date.getUTCMonth() + part('months'));
  date.setUTCDate(Math.min(day, daysInMonth(date)));
  const days = part('weeks') * 7 + part('days');
  const seconds = ((days * 24 + part('hours')) * 60 + part('minutes')) * 60 + part('seconds');
  return new Date(date.getTime() + Math.round(seconds * 1000)).getTime();
}

function daysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
