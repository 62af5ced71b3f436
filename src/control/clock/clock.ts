import type { ControlContext } from '../control-context.js';
import { honourIssuedKeys } from '../keys/follow-issued-keys.js';
import { done, type ControlCall, type ControlHandlers } from '../operation-handlers.js';
import { problemFrom } from '../problem.js';

/** The first and the last moment of years with four digits. */
const bounds = { first: Date.parse('0001-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59.999Z') };

/** The time in a sandbox, which a test may move. */
export function prepareClock({
  mock,
  state,
  keys,
  events,
}: Pick<ControlContext, 'mock' | 'state' | 'events'> & Partial<Pick<ControlContext, 'keys'>>) {
  const move = async (sandbox: string, shift: number): Promise<void> => {
    await state.clock.setShift(sandbox, shift);
    if (keys) await honourIssuedKeys(state, keys);
    events.publish({ type: 'clock', sandbox });
  };
  return {
    async getClock({ path: { name: sandbox } }) {
      const shift = await state.clock.shift(sandbox);
      return { status: 200, json: { sandbox, ...readClock(mock().now(), shift) } };
    },

    async setClock({ path: { name: sandbox }, body }) {
      const now = mock().now();
      const wanted = wantedTime(body, now + (await state.clock.shift(sandbox)));
      await move(sandbox, wanted - now);
      return { status: 200, json: { sandbox, ...readClock(now, wanted - now) } };
    },

    async resetClock({ path: { name: sandbox } }) {
      if (await state.sandboxes.exists(sandbox)) await move(sandbox, 0);
      return done;
    },
  } satisfies Partial<ControlHandlers>;
}

/** @param now the mock's time @param shift how far the sandbox's is ahead; both in milliseconds */
export function readClock(now: number, shift: number) {
  return { now: new Date(now + shift).toISOString(), aheadSeconds: shift / 1000 };
}

/** @throws ControlProblem 422 for both or neither, and for a time beyond the year 9999 */
function wantedTime({ advance, at }: ControlCall<'setClock'>['body'], now: number): number {
  if ((advance === undefined) === (at === undefined))
    throw problemFrom(422, [
      `Exactly one of advance and at must be given, got ${advance === undefined ? 'neither' : 'both'}`,
    ]);
  const time = advance === undefined ? Date.parse(at ?? '') : advancedTime(now, advance);
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
