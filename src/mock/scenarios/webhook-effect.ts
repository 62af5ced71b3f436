import { seededRandom } from '../../contract/seeded-random.js';
import { named } from '../../scenarios/channels.js';
import { combine, countsCalls, effectOf } from '../../scenarios/plan-effect.js';
import type { CallbackEffect } from '../../scenarios/scenario.js';
import type { Mock } from '../mock.js';

/** The effect of a sandbox's scenario on a webhook that is fired there. Webhooks are counted apart from the calls of operations. */
export async function webhookEffect(mock: Mock, sandbox: string): Promise<CallbackEffect | undefined> {
  const set = await mock.state.scenarios.inForce(sandbox);
  if (!set) return undefined;
  const choice = mock.inlineScenarios.find(set) ?? named(mock.scenarios, set.names, set.channel);
  if (!choice.usable) return undefined;
  const effects = await Promise.all(
    choice.scenarios.map(async (scenario) => {
      const { name } = scenario;
      const counter = `${name} webhooks`;
      const call = countsCalls(scenario) ? await mock.state.scenarios.countCall(sandbox, counter) : 1;
      const random = seededRandom(mock.options.seed, sandbox, counter, call);
      return effectOf(scenario, call, { operationId: '' }, random);
    }),
  );
  return combine(effects.filter((effect) => effect !== undefined))?.callbacks;
}
