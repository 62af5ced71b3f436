import { keepFired } from '../../control/resources/fired-webhooks.js';
import type { SentCallback } from '../../journal/journal-entry.js';
import type { Mock } from '../../mock/mock.js';
import type { WebhookOrder } from '../../mock/outgoing-requests.js';
import { webhookEffect } from '../../mock/scenarios/webhook-effect.js';
import type { ServerContext } from '../server-context.js';

/** Webhooks that this process has fired. */
let fired = 0;

/**
 * Sends a webhook as the sandbox's scenario has it, and keeps it there with what becomes of it.
 *
 * @throws ControlProblem for an address that must not be asked
 */
export async function fireWebhook(
  mock: Mock,
  { callbacks, state, events }: Pick<ServerContext, 'callbacks' | 'state' | 'events'>,
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
