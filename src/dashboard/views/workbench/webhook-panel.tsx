import { useState } from 'preact/hooks';
import { control } from '../../control/control-api.js';
import type { SentCallback } from '../../control/control-types.js';
import { Choice, Form, Submit, TextField } from '../../parts/fields.js';
import { useLatest, useLoaded } from '../../parts/hooks.js';
import { Panel } from '../../parts/layout.js';
import { visibleText } from '../../parts/text.js';
import { attempt, loadedVersion } from '../../state/world.js';
import { SentCallbackView } from '../exchange/exchange-notes.js';

/** Fires a webhook of the document, as the sandbox's scenario has it; nothing where the document has none. */
export function WebhookPanel({ sandbox }: { sandbox: string }) {
  const { value: webhooks = [] } = useLoaded(() => control.webhooks(), [loadedVersion.value]);
  const [chosen, setChosen] = useState<string>();
  const [to, setTo] = useState('');
  const [sent, setSent] = useState<readonly SentCallback[]>([]);
  const begin = useLatest();
  const [first] = webhooks;
  if (!first) return null;
  const name = chosen ?? first.name;
  const fire = (): Promise<boolean> => {
    const isLatest = begin();
    return attempt(async () => {
      const came = await control.fireWebhook(sandbox, { webhook: name, to });
      if (isLatest()) setSent(came);
    });
  };
  return (
    <Panel
      id="webhooks"
      title="Webhooks"
      head={
        <p class="hint">
          They go to this machine, and to hosts of <code>--callback-host</code>.
        </p>
      }
    >
      <div class="panel-body">
        <Form kind="stack" labelledBy="webhooks" onSend={() => void fire()}>
          <div class="form-grid">
            <Choice
              label="Webhook"
              value={name}
              options={webhooks.map((one) => ({ value: one.name, label: visibleText(one.name) }))}
              onChange={setChosen}
            />
            <TextField
              label="Receiver"
              type="url"
              mono
              {...{ required: true, placeholder: 'http://127.0.0.1:3000/hooks', value: to }}
              onChange={setTo}
            />
          </div>
          <div class="acts">
            <Submit disabled={to.trim() === ''}>Fire</Submit>
          </div>
        </Form>
        {sent.length === 0 ? null : (
          <div role="status">
            {sent.map((callback, index) => (
              <SentCallbackView key={index} {...callback} />
            ))}
          </div>
        )}
      </div>
    </Panel>
  );
}
