import { useState } from 'preact/hooks';
import { control } from '../../control/control-api.js';
import { Choice, Form, Submit, TextField } from '../../parts/fields.js';
import { useLoaded } from '../../parts/hooks.js';
import { Panel } from '../../parts/layout.js';
import { counted, visibleText } from '../../parts/text.js';
import { attempt, versions } from '../../state/world.js';
import { SentCallbackView } from '../exchange/exchange-notes.js';

/**
 * Fires a webhook of the document, as the sandbox's scenario has it, and lists those that were fired from any place; nothing where
 * the document has none.
 */
export function WebhookPanel({ sandbox }: { sandbox: string }) {
  const { value: webhooks = [] } = useLoaded(() => control.webhooks(), [versions.reloaded.value]);
  const [chosen, setChosen] = useState<string>();
  const [to, setTo] = useState('');
  const { value: fired = [] } = useLoaded(
    () => control.firedWebhooks(sandbox),
    [sandbox, versions.webhook.value, versions.reset.value],
  );
  const [first] = webhooks;
  if (!first) return null;
  const name = chosen ?? first.name;
  const fire = (): Promise<boolean> => attempt(() => control.fireWebhook(sandbox, { webhook: name, to }));
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
        {fired.length === 0 ? null : (
          <section class="note fired" aria-label="Fired webhooks" aria-live="polite">
            <h3>
              {counted(fired.length, 'webhook')} fired in {visibleText(sandbox)}, newest first
            </h3>
            {fired.map((callback, index) => <SentCallbackView key={index} {...callback} />).reverse()}
          </section>
        )}
      </div>
    </Panel>
  );
}
