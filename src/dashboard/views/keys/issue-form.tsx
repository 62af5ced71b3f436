import { useState } from 'preact/hooks';
import type { KeyOrder } from '../../control/control-types.js';
import { keyOrder, lifetimes, type KeyDraft } from './key-order.js';
import { CheckList, Choice, Form, Submit, TextField } from '../../parts/fields.js';

interface IssueFormProps {
  readonly scopes: readonly string[];
  /** The sandbox that the page is about; empty for none. */
  readonly sandbox: string;
  readonly onIssue: (order: KeyOrder) => Promise<boolean>;
}

export function IssueForm({ scopes, sandbox, onIssue }: IssueFormProps) {
  const empty: KeyDraft = { name: '', scopes: [], lifetime: 'never', sandbox };
  const [draft, setDraft] = useState(empty);
  const [isIssuing, setIssuing] = useState(false);
  const change = (part: Partial<KeyDraft>): void => setDraft({ ...draft, ...part });
  return (
    <Form
      kind="stack"
      labelledBy="issue"
      onSend={() => {
        setIssuing(true);
        void onIssue(keyOrder(draft, Date.now())).then((done) => {
          setIssuing(false);
          // What was typed meanwhile is the next key's.
          if (done) setDraft((now) => (now === draft ? empty : now));
        });
      }}
    >
      <div class="form-grid">
        <TextField
          label="Name"
          {...{ required: true, maxLength: 100, placeholder: 'nightly run', value: draft.name }}
          onChange={(name) => change({ name })}
        />
        <Choice
          label="Expires"
          value={draft.lifetime}
          options={lifetimes}
          onChange={(lifetime) => change({ lifetime })}
        />
        <TextField
          label="Sandbox"
          mono
          placeholder="one of its own"
          pattern="[A-Za-z0-9._\-]{1,64}"
          title="1 to 64 of A-Z a-z 0-9 . _ -"
          value={draft.sandbox}
          onChange={(name) => change({ sandbox: name })}
        />
      </div>
      <CheckList
        legend="Scopes (none marked: everything)"
        options={scopes}
        marked={draft.scopes}
        onChange={(marked) => change({ scopes: marked })}
      />
      <div class="acts">
        <Submit disabled={isIssuing || draft.name.trim() === ''}>Issue key</Submit>
      </div>
    </Form>
  );
}
