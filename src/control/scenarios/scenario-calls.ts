import { effectOf } from '../../scenarios/plan-effect.js';
import { seededRandom } from '../../contract/seeded-random.js';
import type { Scenario } from '../../scenarios/scenario.js';
import type { Mock } from '../../mock/mock.js';

/** The number of times that a scenario has applied in a sandbox, and its next effect. */
export interface ScenarioCalls {
  readonly scenario: string;
  /** The operation, if each is counted by itself. */
  readonly operation?: string;
  readonly calls: number;
  /** `step 2 of 3`, `always`, `normal`; null when the scenario is gone. */
  readonly next: string | null;
}

/**
 * Reports the progress of a sandbox's scenarios. The seed decides chance too, so what the next call meets is known.
 *
 * @param inline the sandbox's inline scenarios, which go before saved ones of the same name
 */
export function scenarioCalls(
  mock: Pick<Mock, 'scenarios' | 'options'>,
  sandbox: string,
  counts: ReadonlyMap<string, number>,
  inline: readonly Scenario[] = [],
): ScenarioCalls[] {
  return [...counts].map(([counter, calls]) => {
    const [, name = '', operation] = /^(\S*)(?: (.*))?$/.exec(counter) ?? [];
    const scenario = inline.find((one) => one.name === name) ?? mock.scenarios.find(name);
    const [first = ''] = scenario?.operations ?? [];
    const call = { number: calls + 1, operationId: operation ?? first };
    return {
      scenario: name,
      ...(operation === undefined ? {} : { operation }),
      calls,
      next: scenario ? next(mock, sandbox, scenario, call) : null,
    };
  });
}

function next(
  { options: { seed } }: Pick<Mock, 'options'>,
  sandbox: string,
  scenario: Scenario,
  { number, operationId }: { number: number; operationId: string },
): string {
  const random = seededRandom(seed, sandbox, scenario.name, number);
  const effect = effectOf(scenario, number, { operationId }, random);
  if (!effect) return 'normal';
  return effect.stepLabel === '' ? 'always' : effect.stepLabel;
}
