import { seededRandom } from '../../contract/seeded-random.js';
import type { Mock } from '../../mock/mock.js';
import { comingCalls } from '../../scenarios/describing/coming-calls.js';
import type { ComingCalls } from '../../scenarios/describing/coming-calls.js';
import { counterOf } from '../../scenarios/plan-effect.js';
import type { Scenario } from '../../scenarios/scenario.js';

/** The effects on the next calls of operations to which the same scenarios apply. */
export interface UpcomingCalls extends ComingCalls {
  readonly operations: 'all' | readonly string[];
  /** True if only requests with certain headers or bodies meet it. */
  readonly conditional: boolean;
}

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
