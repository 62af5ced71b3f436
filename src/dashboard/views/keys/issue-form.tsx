import { useState } from 'preact/hooks';
import type { KeyOrder } from '../../control/control-types.js';
import { keyOrder, lifetimes } from './key-order.js';
import type { KeyDraft, Lifetime } from './key-order.js';

interface IssueFormProps {
  readonly scopes: readonly string[];
  /** The sandbox that the page is about; empty for none. */
  readonly sandbox: string;
  /** @returns whether it was issued */
  readonly onIssue: (order: KeyOrder) => Promise<boolean>;
}

export function IssueForm({ scopes, sandbox, onIssue }: IssueFormProps) {
  const empty: KeyDraft = { name: '', scopes: [], lifetime: 'never', sandbox };
  const [draft, setDraft] = useState(empty);
  const change = (part: Partial<KeyDraft>): void => setDraft({ ...draft, ...part });
  const mark = (scope: string, marked: boolean): void =>
    change({ scopes: marked ? [...draft.scopes, scope] : draft.scopes.filter((one) => one !== scope) });
  return (
    <form
      class="stack"
      aria-labelledby="issue"
      onSubmit={(event) => {
        event.preventDefault();
        void onIssue(keyOrder(draft, Date.now())).then((done) => {
          if (done) setDraft(empty);
        });
      }}
    >
      <div class="form-grid">
        <label class="field">
          <span class="label">Name</span>
          <input
            class="input"
            required
            maxLength={100}
            placeholder="nightly run"
            value={draft.name}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          <span class="label">Expires</span>
          <select
            class="input"
            value={draft.lifetime}
            onChange={(event) => change({ lifetime: event.currentTarget.value as Lifetime })}
          >
            {lifetimes.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span class="label">Sandbox</span>
          <input
            class="input mono"
            placeholder="one of its own"
            pattern="[A-Za-z0-9._\-]{1,64}"
            title="1 to 64 of A-Z a-z 0-9 . _ -"
            value={draft.sandbox}
            onInput={(event) => change({ sandbox: event.currentTarget.value })}
          />
        </label>
      </div>
      <fieldset class="field">
        <legend>Scopes (none marked: everything)</legend>
        <div class="checks">
          {scopes.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={draft.scopes.includes(scope)}
                onChange={(event) => mark(scope, event.currentTarget.checked)}
              />
              {scope}
            </label>
          ))}
        </div>
      </fieldset>
      <div class="acts">
        <button type="submit" class="btn main-act" disabled={draft.name.trim() === ''}>
          Issue key
        </button>
      </div>
    </form>
  );
}
