import { useState } from 'preact/hooks';
import { CopyButton } from '../../parts/controls.js';
import { curlCommand } from '../../parts/code/request-code.js';
import { Form, Submit, TextArea, TextField } from '../../parts/fields.js';
import { useLatest } from '../../parts/hooks.js';
import { visibleText } from '../../parts/text.js';
import { SendIcon } from '../../shell/icons.js';
import { sendRequest, type SentAnswer, SentAnswerView } from '../../views/exchange/send-request.js';
import { textOf } from '../document/fields.js';
import type { ReferenceOperation } from '../document/read-document.js';
import { fieldKey, firstDraft, keyLocation, requestOf, type RequestDraft } from './request-draft.js';

export interface TryOptions {
  readonly server: string;
  readonly key: string;
  /** True if the mock accepts a scenario with a request. */
  readonly takesScenario: boolean;
}

/** An operation as a form: what is sent can be changed, and what comes is shown. */
export function TryIt({ operation, options }: { operation: ReferenceOperation; options: TryOptions }) {
  const [draft, setDraft] = useState(() => firstDraft(operation));
  const [scenario, setScenario] = useState('');
  const [answer, setAnswer] = useState<SentAnswer>();
  const { server, key, takesScenario } = options;
  const begin = useLatest();
  const request = () => requestOf(operation, draft, absolute(server), key, scenario);
  return (
    <Form
      kind="panel"
      label={`Try ${operation.id}`}
      onSend={() => {
        const isLatest = begin();
        void sendRequest(request(), absolute(server)).then((came) => isLatest() && setAnswer(came));
      }}
    >
      <div class="panel-body stack">
        <DraftFields operation={operation} draft={draft} onChange={setDraft} />
        {takesScenario ? (
          <TextField
            label="Scenario, for this one request"
            mono
            placeholder="none; such as rate-limited"
            value={scenario}
            onChange={setScenario}
          />
        ) : null}
        <div class="acts">
          <Submit>
            <SendIcon /> Send
          </Submit>
          <CopyButton text={() => curlCommand(request())} label="Copy as curl" />
          {keyLocation(operation) && key === '' ? <span class="hint">without a key</span> : null}
        </div>
      </div>
      <div aria-live="polite">
        {answer && <SentAnswerView answer={answer} label={`Response of ${operation.id}`} />}
      </div>
    </Form>
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
              <TextField
                key={name}
                mono
                label={
                  <>
                    {visibleText(textOf(parameter.name))}{' '}
                    <span class="hint">
                      {textOf(parameter.in)}
                      {parameter.required === true ? ', required' : ''}
                    </span>
                  </>
                }
                value={draft.values[name] ?? ''}
                onChange={(value) => onChange({ ...draft, values: { ...draft.values, [name]: value } })}
              />
            );
          })}
        </div>
      ) : null}
      {draft.mediaType === '' ? null : (
        <TextArea
          label={
            <>
              Body <span class="hint mono">{visibleText(draft.mediaType)}</span>
            </>
          }
          rows={Math.min(16, draft.body.split('\n').length + 1)}
          value={draft.body}
          onChange={(body) => onChange({ ...draft, body })}
        />
      )}
    </>
  );
}
