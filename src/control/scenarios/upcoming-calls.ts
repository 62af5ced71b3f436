import type { components } from '../../contract/generated/control-api.js';
import { seededRandom } from '../../contract/seeded-random.js';
import type { Mock } from '../../mock/mock.js';
import { comingCalls } from '../../scenarios/describing/coming-calls.js';
import { counterOf, effectOf } from '../../scenarios/plan-effect.js';
import type { Scenario } from '../../scenarios/scenario.js';

type SandboxScenario = components['schemas']['SandboxScenario'];

/** The effects on the next calls of operations to which the same scenarios apply. */
type UpcomingCalls = SandboxScenario['upcoming'][number];

/** @param inForce the scenarios that the next request meets, in their order */
export function upcomingCalls(
  { contract, options: { seed } }: Pick<Mock, 'contract' | 'options'>,
  sandbox: string,
  counts: ReadonlyMap<string, number>,
  inForce: readonly Scenario[],
): UpcomingCalls[] {
  const groups = new Map<string, { scenarios: readonly Scenario[]; operations: string[] }>();
  for (const { id } of contract.operations) {
    const scenarios = inForce.filter(({ operations }) => operations.has(id));
    // A scenario that counts each operation by itself may stand elsewhere in each.
    const key = scenarios.map((scenario) => counterOf(scenario, id)).join();
    const group = groups.get(key) ?? { scenarios, operations: [] };
    group.operations.push(id);
    if (scenarios.length > 0) groups.set(key, group);
  }
  const soFar = {
    count: (counter: string) => counts.get(counter) ?? 0,
    random: (name: string, call: number) => seededRandom(seed, sandbox, name, call),
  };
  return [...groups.values()].map(({ scenarios, operations }) => ({
    operations: operations.length === contract.operations.length ? 'all' : operations,
    conditional: scenarios.some(({ match }) => match.headers.length + match.body.length > 0),
    ...comingCalls(scenarios, operations[0] ?? '', soFar),
  }));
}

/** The number of times that a scenario has applied in a sandbox, and its next effect. */
type ScenarioCalls = SandboxScenario['calls'][number];

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
