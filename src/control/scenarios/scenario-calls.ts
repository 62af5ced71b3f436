import { effectOf } from '../../scenarios/plan-effect.js';
import { seededRandom } from '../../contract/seeded-random.js';
import type { Scenario } from '../../scenarios/scenario.js';
import type { Mock } from '../../mock/mock.js';

/** How often a scenario has applied in a sandbox, and what comes next. */
export interface ScenarioCalls {
  readonly scenario: string;
  readonly calls: number;
  /** `step 2 of 3`, `always`, `normal`; null when the scenario is gone. */
  readonly next: string | null;
}

/**
 * Where the scenarios of a sandbox stand. The seed decides chance too, so what the next call meets is known.
 *
 * @param inline the sandbox's inline scenarios, which go before saved ones of the same name
 */
export function scenarioCalls(
  mock: Pick<Mock, 'scenarios' | 'seed'>,
  sandbox: string,
  counts: ReadonlyMap<string, number>,
  inline: readonly Scenario[] = [],
): ScenarioCalls[] {
  return [...counts].map(([name, calls]) => {
    const scenario = inline.find((one) => one.name === name) ?? mock.scenarios.find(name);
    return { scenario: name, calls, next: scenario ? next(mock, sandbox, scenario, calls + 1) : null };
  });
}

function next({ seed }: Pick<Mock, 'seed'>, sandbox: string, scenario: Scenario, call: number): string {
  const [operationId = ''] = scenario.operations;
  const random = seededRandom(seed, sandbox, scenario.name, call);
  const effect = effectOf(scenario, call, { operationId }, random);
  if (!effect) return 'normal';
  return effect.stepLabel === '' ? 'always' : effect.stepLabel;
}
