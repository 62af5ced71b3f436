import { useState } from 'preact/hooks';
import type { Exchange } from '../../control/control-types.js';
import { serviceAddress } from '../../control/service-address.js';
import { StatusBadge } from '../../parts/badges.js';
import { BodyView } from '../../parts/body/body-view.js';
import { duration } from '../../parts/format.js';
import { SendIcon } from '../../shell/icons.js';
import { scenarios } from '../../state/world.js';
import { keyHeader, repeatable } from './repeatable-request.js';
import { bodyOf, sendRequest } from './send-request.js';
import type { SentAnswer } from './send-request.js';

/** The state of the form. */
interface Draft {
  readonly method: string;
  readonly path: string;
  /** None is sent where it is empty. */
  readonly key: string;
  /** Where the journal has only the beginning of the key. */
  readonly hint: string;
  readonly scenario: string;
  readonly headers: string;
  readonly body: string;
}

/** A recorded request as a form, to change and send to this mock. */
export function SendAgain({ exchange }: { exchange: Exchange }) {
  const [draft, setDraft] = useState(() => draftOf(exchange));
  const [answer, setAnswer] = useState<SentAnswer | undefined>(undefined);
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  return (
    <form
      class="panel again"
      aria-label="Send again"
      onSubmit={(event) => {
        event.preventDefault();
        void sendRequest(requestOf(draft, exchange)).then(setAnswer);
      }}
    >
      <div class="panel-body again-fields">
        <div class="again-target">
          <Text label="Method" value={draft.method} onChange={(method) => change({ method })} />
          <Text label="Path" value={draft.path} onChange={(path) => change({ path })} />
        </div>
        <div class="form-grid">
          <Text label="Key" value={draft.key} hint={draft.hint} onChange={(key) => change({ key })} />
          <div class="field">
            <label for="again-scenario">Scenario, for this one request</label>
            <select
              id="again-scenario"
              class="input"
              value={draft.scenario}
              onChange={(event) => change({ scenario: event.currentTarget.value })}
            >
              <option value="">none of its own</option>
              <option value="normal">normal</option>
              {scenarios.value.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
        </div>
        <Area
          label="Other headers"
          rows={2}
          value={draft.headers}
          onChange={(headers) => change({ headers })}
        />
        <Area label="Body" rows={10} value={draft.body} onChange={(body) => change({ body })} />
        <div class="acts">
          <button type="submit" class="btn main-act">
            <SendIcon /> Send
          </button>
        </div>
      </div>
      <div aria-live="polite">
        {answer === undefined ? null : 'failure' in answer ? (
          <p class="panel-body note bad">{answer.failure}</p>
        ) : (
          <>
            <p class="panel-head">
              <span class="acts">
                <StatusBadge status={answer.status} />{' '}
                <span class="hint">{duration(answer.milliseconds)}</span>
              </span>
            </p>
            <BodyView body={bodyOf(answer.text)} label="New response" />
          </>
        )}
      </div>
    </form>
  );
}

interface InputProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly onChange: (value: string) => void;
}

function Text({ label, value, hint = '', onChange }: InputProps) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      <input
        class="input mono"
        spellcheck={false}
        placeholder={hint}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

function Area({ label, value, rows, onChange }: InputProps & { readonly rows: number }) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      <textarea
        class="input"
        rows={rows}
        spellcheck={false}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
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
