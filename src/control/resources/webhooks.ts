import { nearest } from '../../contract/nearest-names.js';
import { describeCallback } from '../../journal/describe-entry.js';
import type { SentCallback } from '../../journal/journal-entry.js';
import { shownCallback } from '../../journal/shown-entry.js';
import type { ControlContext } from '../control-context.js';
import { ok, type ControlHandlers } from '../operation-handlers.js';
import { ControlProblem } from '../problem.js';
import { firedWebhooks } from './fired-webhooks.js';

/** The webhooks of the document, firing them, and those that were fired. */
export function prepareWebhooks({ mock, state, fireWebhook }: ControlContext) {
  const shown = (sent: readonly SentCallback[]) => sent.map((one) => describeCallback(shownCallback(one)));
  return {
    async listFiredWebhooks({ path: { name: sandbox } }) {
      return ok({ sandbox, sent: shown(await firedWebhooks(state.documents, sandbox)) });
    },

    listWebhooks() {
      return ok({ webhooks: mock().outgoing?.webhooks ?? [] });
    },

    async fireWebhook({ path: { name: sandbox }, body: { webhook, to, body } }) {
      const names = (mock().outgoing?.webhooks ?? []).map(({ name }) => name);
      if (!fireWebhook || !names.includes(webhook)) throw noSuchWebhook(webhook, names);
      const sent = await fireWebhook({ name: webhook, url: to, sandbox, body });
      return ok({ sandbox, sent: shown(sent) });
    },
  } satisfies Partial<ControlHandlers>;
}

function noSuchWebhook(name: string, names: readonly string[]): ControlProblem {
  const near = nearest(name, names);
  const known = near.length > 0 ? near : names.slice(0, 10);
  const hint = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
  return new ControlProblem(422, `The document has no webhook ${JSON.stringify(name)}; ${hint}.`, {
    nearest: near,
  });
}
