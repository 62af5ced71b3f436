import { scenarios } from '../../state/world.js';
import { useState } from 'preact/hooks';
import type { Exchange } from '../../control/control-types.js';
import { serviceAddress } from '../../control/control-api.js';
import { Choice, Form, Submit, TextArea, TextField, optionsOf } from '../../parts/fields.js';
import { SendIcon } from '../../shell/icons.js';
import { keyHeader, repeatable } from './repeatable-request.js';
import { sendRequest, type SentAnswer, SentAnswerView } from './send-request.js';

interface Draft {
  readonly method: string;
  readonly path: string;
  /** None is sent where it is empty. */
  readonly key: string;
  /** The start of the key, if the journal has no more of it. */
  readonly hint: string;
  readonly scenario: string;
  readonly headers: string;
  readonly body: string;
}

/** A recorded request as a form, to change and send to this mock. */
export function SendAgain({ exchange }: { exchange: Exchange }) {
  const [draft, setDraft] = useState(() => draftOf(exchange));
  const [answer, setAnswer] = useState<SentAnswer>();
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
  });
  return (
    <Form
      kind="panel again"
      label="Send again"
      onSend={() => void sendRequest(requestOf(draft, exchange)).then(setAnswer)}
    >
      <div class="panel-body stack">
        <div class="again-target">
          <TextField mono label="Method" {...field('method')} />
          <TextField mono label="Path" {...field('path')} />
        </div>
        <div class="form-grid">
          <TextField label="Key" mono placeholder={draft.hint} {...field('key')} />
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
        </div>
      </div>
      <div aria-live="polite">{answer && <SentAnswerView answer={answer} label="New response" />}</div>
    </Form>
  );
}

function draftOf(exchange: Exchange): Draft {
  const { method, url, headers, body } = repeatable(exchange);
  const key = keyHeader(exchange.request);
  const others = headers.filter(([name]) => name !== key?.name && !/^x-mock-scenario$/i.test(name));
  const scenario = headers.find(([name]) => /^x-mock-scenario$/i.test(name))?.[1] ?? '';
  return {
    method,
    path: url.slice(serviceAddress.length),
    key: key?.isWhole ? key.key : '',
    hint: key?.isWhole === false ? key.key : '',
    scenario,
    headers: others.map(([name, value]) => `${name}: ${value}`).join('\n'),
    body: body ?? '',
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
