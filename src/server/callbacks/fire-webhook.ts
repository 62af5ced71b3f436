import type { SentCallback } from '../../journal/journal-entry.js';
import type { Mock } from '../../mock/mock.js';
import type { WebhookOrder } from '../../mock/outgoing-requests.js';
import { webhookEffect } from '../../mock/scenarios/webhook-effect.js';
import type { CallbackSender } from './callback-sender.js';

/** Webhooks that this process has fired. */
let fired = 0;

/** Sends a webhook as the sandbox's scenario has it. @throws ControlProblem for an address that must not be asked */
export async function fireWebhook(
  mock: Mock,
  callbacks: CallbackSender,
  order: Omit<WebhookOrder, 'turn'>,
): Promise<readonly SentCallback[]> {
  await callbacks.allowed(order.url);
  fired += 1;
  const request = mock.outgoing?.webhook({ ...order, turn: fired });
  if (!request) return [];
  const effect = await webhookEffect(mock, order.sandbox);
  const origin = [order.sandbox, order.name, fired, Date.now()];
  return callbacks.deliver([{ request, effect, origin, time: mock.now() }], undefined, () => undefined);
}
