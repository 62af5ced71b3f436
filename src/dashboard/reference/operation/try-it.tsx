import { useState } from 'preact/hooks';
import { StatusBadge } from '../../parts/badges.js';
import { BodyView } from '../../parts/body/body-view.js';
import { CopyButton } from '../../parts/copy-button.js';
import { curlCommand } from '../../parts/request-code.js';
import { duration } from '../../parts/format.js';
import { visibleText } from '../../parts/visible-text.js';
import { SendIcon } from '../../shell/icons.js';
import { bodyOf, sendRequest } from '../../views/exchange/send-request.js';
import type { SentAnswer } from '../../views/exchange/send-request.js';
import { textOf } from '../document/fields.js';
import type { Fields } from '../document/fields.js';
import type { ReferenceOperation } from '../document/read-document.js';
import { fieldKey, firstDraft, keyPlace, requestOf } from './request-draft.js';
import type { RequestDraft } from './request-draft.js';

/** What all operations are tried with. */
export interface TryOptions {
  readonly server: string;
  readonly key: string;
  /** Whether the mock takes a scenario with a request. */
  readonly takesScenario: boolean;
}

interface TryItProps {
  readonly root: Fields;
  readonly operation: ReferenceOperation;
  readonly options: TryOptions;
}

/** An operation as a form: what is sent can be changed, and what comes is shown. */
export function TryIt({ root, operation, options }: TryItProps) {
  const [draft, setDraft] = useState(() => firstDraft(root, operation));
  const [scenario, setScenario] = useState('');
  const [answer, setAnswer] = useState<SentAnswer | undefined>(undefined);
  const { server, key, takesScenario } = options;
  const request = () => requestOf(root, operation, draft, absolute(server), key, scenario);
  return (
    <form
      class="panel"
      aria-label={`Try ${operation.id}`}
      onSubmit={(event) => {
        event.preventDefault();
        void sendRequest(request(), absolute(server)).then(setAnswer);
      }}
    >
      <div class="panel-body stack">
        <DraftFields operation={operation} draft={draft} onChange={setDraft} />
        {takesScenario ? (
          <label class="field">
            <span class="label">Scenario, for this one request</span>
            <input
              class="input mono"
              placeholder="none; such as rate-limited"
              value={scenario}
              onInput={(event) => setScenario(event.currentTarget.value)}
            />
          </label>
        ) : null}
        <div class="acts">
          <button type="submit" class="btn main-act">
            <SendIcon /> Send
          </button>
          <CopyButton text={() => curlCommand(request())} label="Copy as curl" />
          {keyPlace(root, operation) && key === '' ? <span class="hint">without a key</span> : null}
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
            <BodyView body={bodyOf(answer.text)} label={`Response of ${operation.id}`} />
          </>
        )}
      </div>
    </form>
  );
}

/** A server that is a path is on this host. */
function absolute(server: string): string {
  return new URL(server, location.origin).href;
}

interface DraftFieldsProps {
  readonly operation: ReferenceOperation;
  readonly draft: RequestDraft;
  readonly onChange: (draft: RequestDraft) => void;
}

function DraftFields({ operation, draft, onChange }: DraftFieldsProps) {
  const shown = operation.parameters.filter((one) => ['path', 'query', 'header'].includes(textOf(one.in)));
  return (
    <>
      {shown.length > 0 ? (
        <div class="form-grid">
          {shown.map((parameter) => {
            const name = fieldKey(parameter);
            return (
              <label key={name} class="field">
                <span class="label">
                  {visibleText(textOf(parameter.name))}{' '}
                  <span class="hint">
                    {textOf(parameter.in)}
                    {parameter.required === true ? ', required' : ''}
                  </span>
                </span>
                <input
                  class="input mono"
                  spellcheck={false}
                  value={draft.values[name] ?? ''}
                  onInput={(event) =>
                    onChange({ ...draft, values: { ...draft.values, [name]: event.currentTarget.value } })
                  }
                />
              </label>
            );
          })}
        </div>
      ) : null}
      {draft.mediaType === '' ? null : (
        <label class="field">
          <span class="label">
            Body <span class="hint mono">{visibleText(draft.mediaType)}</span>
          </span>
          <textarea
            class="input"
            rows={Math.min(16, draft.body.split('\n').length + 1)}
            spellcheck={false}
            value={draft.body}
            onInput={(event) => onChange({ ...draft, body: event.currentTarget.value })}
          />
        </label>
      )}
    </>
  );
}
