import { seededRandom } from '../../contract/seeded-random.js';
import { keepFired } from '../../control/resources/fired-webhooks.js';
import type { SentCallback } from '../../journal/journal-entry.js';
import type { Mock } from '../../mock/mock.js';
import type { WebhookOrder } from '../../mock/outgoing-requests.js';
import { named } from '../../scenarios/channels.js';
import { combine, countsCalls, effectOf } from '../../scenarios/plan-effect.js';
import type { CallbackEffect } from '../../scenarios/scenario.js';
import type { ServerContext } from '../server-context.js';

/** Webhooks that this process has fired. */
let fired = 0;

/**
 * Sends a webhook as the sandbox's scenario has it, and keeps it there with what becomes of it.
 *
 * @throws ControlProblem for an address that must not be asked
 */
export async function fireWebhook(
  { callbacks, state, events, serving: { mock } }: ServerContext,
  order: Omit<WebhookOrder, 'turn'>,
): Promise<readonly SentCallback[]> {
  const { sandbox, name, url } = order;
  await callbacks.allowed(url);
  fired += 1;
  const request = mock.outgoing?.webhook({ ...order, turn: fired });
  if (!request) return [];
  const effect = await webhookEffect(mock, sandbox);
  const origin = [sandbox, name, fired, Date.now()];
  return callbacks.deliver([{ request, effect, origin, time: mock.now() }], undefined, async (sent) => {
    mock.secrets.registerCallbacks(sent);
    const id = sent[0]?.headers['webhook-id'] ?? name;
    await keepFired(state.documents, sandbox, id, sent);
    events.publish({ type: 'webhook', sandbox });
  });
}

/** The effect of a sandbox's scenario on a webhook that is fired there. Webhooks are counted apart from the calls of operations. */
async function webhookEffect(mock: Mock, sandbox: string): Promise<CallbackEffect | undefined> {
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
