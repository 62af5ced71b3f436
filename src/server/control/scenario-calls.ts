import { effectOf } from '../../scenarios/plan-effect.js';
import { seededRandom } from '../../scenarios/seeded-random.js';
import type { Mock } from '../mock.js';

/** How often a scenario has applied in a sandbox, and what comes next. */
export interface ScenarioCalls {
  readonly scenario: string;
  readonly calls: number;
  /** `step 2 of 3`, `always`, `normal`; null when the scenario is gone. */
  readonly next: string | null;
}

/** Where the scenarios of a sandbox stand. The seed decides chance too, so the next call can be told. */
export function scenarioCalls(
  mock: Pick<Mock, 'scenarios' | 'seed'>,
  sandbox: string,
  counts: ReadonlyMap<string, number>,
): ScenarioCalls[] {
  return [...counts].map(([scenario, calls]) => ({
    scenario,
    calls,
    next: next(mock, sandbox, scenario, calls + 1),
  }));
}

function next(
  { scenarios, seed }: Pick<Mock, 'scenarios' | 'seed'>,
  sandbox: string,
  name: string,
  call: number,
): string | null {
  const scenario = scenarios.find(name);
  if (!scenario) return null;
  const [operationId = ''] = scenario.operations;
  const effect = effectOf(scenario, call, { operationId }, seededRandom(seed, sandbox, name, call));
  if (!effect) return 'normal';
  return effect.stepLabel === '' ? 'always' : effect.stepLabel;
}
