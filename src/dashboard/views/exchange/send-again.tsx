import { scenarios } from '../../state/world.js';
import { signal } from '@preact/signals';
import type { Exchange } from '../../control/control-types.js';
import { serviceAddress } from '../../control/control-api.js';
import { Choice, Form, Submit, TextArea, TextField, optionsOf } from '../../parts/fields.js';
import { Button } from '../../parts/controls.js';
import { SendIcon } from '../../shell/icons.js';
import { keyHeader, repeatable } from './repeatable-request.js';
import { type Draft, draftKey, draftOf, keepDraft } from './send-drafts.js';
import { sendRequest, type SentAnswer, SentAnswerView } from './send-request.js';

let sent = 0;

/** The answer that came last: it is still there when its tab is shown again. */
const lastAnswer = signal<{ readonly about: string; readonly answer: SentAnswer } | undefined>(undefined);

/** A recorded request as a form, to change and send to this mock. */
export function SendAgain({ exchange }: { exchange: Exchange }) {
  const about = draftKey(exchange);
  const recorded = recordedDraft(exchange);
  const changed = draftOf(about);
  const draft = changed ?? recorded;
  const key = keyHeader(exchange.request);
  const answer = lastAnswer.value?.about === about ? lastAnswer.value.answer : undefined;
  const send = async (): Promise<void> => {
    const own = (sent += 1);
    const came = await sendRequest(requestOf(draft, exchange));
    // A response to an earlier request may come later.
    if (own === sent) lastAnswer.value = { about, answer: came };
  };
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onChange: (value: string) => keepDraft(about, { ...draft, [name]: value }),
  });
  return (
    <Form kind="panel again" label="Send again" onSend={() => void send()}>
      <div class="panel-body stack">
        <div class="again-target">
          <TextField mono label="Method" {...field('method')} />
          <TextField mono label="Path" {...field('path')} />
        </div>
        <div class="form-grid">
          <TextField label="Key" mono placeholder={key?.isWhole === false ? key.key : ''} {...field('key')} />
          <Choice
            label="Scenario, for this one request"
            {...field('scenario')}
            options={[
              { value: '', label: 'none of its own' },
              ...optionsOf(['normal', ...scenarios.value.map(({ name }) => name)]),
            ]}
          />
        </div>
        <TextArea label="Other headers" rows={2} {...field('headers')} />
        <TextArea label="Body" rows={10} {...field('body')} />
        <div class="acts">
          <Submit>
            <SendIcon /> Send
          </Submit>
          {changed === undefined ? null : (
            <Button kind="plain" onClick={() => keepDraft(about, undefined)}>
              Back to the recorded request
            </Button>
          )}
        </div>
      </div>
      <div aria-live="polite">{answer && <SentAnswerView answer={answer} label="New response" />}</div>
    </Form>
  );
}

function recordedDraft(exchange: Exchange): Draft {
  const { method, url, headers, body } = repeatable(exchange);
  const key = keyHeader(exchange.request);
  const others = headers.filter(([name]) => name !== key?.name && !/^x-mock-scenario$/i.test(name));
  const scenario = headers.find(([name]) => /^x-mock-scenario$/i.test(name))?.[1] ?? '';
  return {
    method,
    path: url.slice(serviceAddress.length),
    key: key?.isWhole ? key.key : '',
    scenario,
    headers: others.map(([name, value]) => `${name}: ${value}`).join('\n'),
    body,
  };
}

function requestOf({ method, path, key, scenario, headers, body }: Draft, exchange: Exchange) {
  const lines = headers.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value.trim()]];
  });
  const { name, start } = keyHeader(exchange.request) ?? { name: 'Authorization', start: 'Bearer ' };
  return {
    method: method.trim(),
    url: serviceAddress + (path.startsWith('/') ? path : `/${path}`),
    headers: [
      ...(key === '' ? [] : [[name, start + key] as const]),
      ...(scenario === '' ? [] : [['X-Mock-Scenario', scenario] as const]),
      ...lines,
    ],
    body,
  };
}
