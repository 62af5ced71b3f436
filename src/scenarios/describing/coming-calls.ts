import type { components } from '../../contract/generated/control-api.js';
import { counterOf, scheduleFor, turnAt, type PlainSchedule } from '../plan-effect.js';
import type { Scenario } from '../scenario.js';
import { effectText } from './schedule-text.js';

/** The next calls, those together that meet the same one after the other. */
type ComingCalls = Pick<components['schemas']['SandboxScenario']['upcoming'][number], 'calls' | 'more'>;

interface CallsSoFar {
  /** Returns the count of a scenario, or of one with an operation. */
  readonly count: (counter: string) => number;
  /** The chance of a scenario's so-manyth call. */
  readonly random: (scenario: string, call: number) => () => number;
}

/** Runs that are listed, and calls that are looked at for them. */
const limits = { runs: 8, calls: 1000 };

/** Predicts the next calls of an operation while nothing else is chosen. The seed decides chance too, so all of it is known. */
export function comingCalls(
  scenarios: readonly Scenario[],
  operationId: string,
  { count, random }: CallsSoFar,
): ComingCalls {
  const standing = scenarios.map((scenario) => ({
    name: scenario.name,
    schedule: scheduleFor(scenario, operationId),
    calls: count(counterOf(scenario, operationId)),
  }));
  const does = (ahead: number): string =>
    effectText(
      standing.flatMap(({ name, schedule, calls }) => {
        const call = calls + ahead;
        return turnAt(schedule, call, random(name, call))?.template ?? [];
      }),
      operationId,
    );
  const settled = Math.max(...standing.map(({ schedule, calls }) => settledFrom(schedule) - calls), 1);
  const runs: { times: number; does: string }[] = [];
  for (let ahead = 1; ahead <= Math.min(settled, limits.calls); ahead += 1) {
    const text = does(ahead);
    const last = runs.at(-1);
    if (last?.does === text) last.times += 1;
    else if (runs.length === limits.runs) return { calls: runs, more: true };
    else runs.push({ times: 1, does: text });
  }
  const last = runs.at(-1);
  if (settled > limits.calls || !last) return { calls: runs, more: true };
  return { calls: [...runs.slice(0, -1), { times: null, does: last.does }], more: false };
}

/** The first call after which nothing changes any more. */
function settledFrom(schedule: PlainSchedule | undefined): number {
  if (!schedule) return 1;
  switch (schedule.kind) {
    case 'always':
      return 1;
    case 'first':
      return schedule.times + 1;
    case 'calls':
      return Math.max(...schedule.calls) + 1;
    case 'sequence': {
      const length = schedule.steps.reduce((sum, { times }) => sum + times, 0);
      return schedule.atEnd === 'loop' ? Infinity : length + 1;
    }
    case 'every':
    case 'probability':
      return Infinity;
    default:
      return schedule satisfies never;
  }
}
