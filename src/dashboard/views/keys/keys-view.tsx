import { Button, ConfirmButton, CopyButton } from '../../parts/controls.js';
import { useState } from 'preact/hooks';
import { control } from '../../control/control-api.js';
import type { NewKey, IssuedKey } from '../../control/control-types.js';
import { useLoaded } from '../../parts/hooks.js';
import { ViewHead, FocusedHeading, Panel, Empty, Trouble } from '../../parts/layout.js';
import { scope } from '../../state/scope.js';
import { change, connection, versions } from '../../state/world.js';
import { keyOrder, lifetimes, type KeyDraft } from './key-order.js';
import { CheckList, Choice, Form, Submit, TextField } from '../../parts/fields.js';
import { visibleText, counted, dateTime } from '../../parts/text.js';

/** The keys: public test keys, and secret ones that are issued here. */
export function KeysView() {
  const [issued, setIssued] = useState<NewKey>();
  const { value, error } = useLoaded(control.keys, [
    versions.keys.value,
    versions.clock.value,
    connection.value.state,
  ]);
  const issue = (draft: KeyDraft): Promise<boolean> =>
    changeKeys(async () => setIssued(await control.issueKey(keyOrder(draft, Date.now()))));
  return (
    <div class="view">
      <ViewHead
        title="Keys"
        idea="Most tests need no issued key: any name makes a valid one. Issue a key to test scopes, expiry or revocation."
      />
      <SpecialKeys />
      {issued ? <ShownOnce issued={issued} onDone={() => setIssued(undefined)} /> : null}
      <Panel id="issue" title="Issue a secret key">
        <div class="panel-body">
          <IssueForm key={scope.value} scopes={value?.scopes ?? []} onIssue={issue} />
        </div>
      </Panel>
      <Trouble text={error} />
      {value ? (
        <IssuedKeys
          {...value}
          onIssue={issue}
          onRevoked={(id) => setIssued((shown) => (shown?.id === id ? undefined : shown))}
        />
      ) : null}
    </div>
  );
}

function changeKeys(action: () => Promise<unknown>): Promise<boolean> {
  return change(async () => {
    await action();
    versions.keys.value += 1;
  });
}

interface IssueFormProps {
  readonly scopes: readonly string[];
  readonly onIssue: (draft: KeyDraft) => Promise<boolean>;
}

function IssueForm({ scopes, onIssue }: IssueFormProps) {
  const empty: KeyDraft = { name: '', scopes: [], lifetime: 'never', sandbox: scope.value };
  const [draft, setDraft] = useState(empty);
  const [isIssuing, setIssuing] = useState(false);
  const change = (part: Partial<KeyDraft>): void => setDraft({ ...draft, ...part });
  return (
    <Form
      kind="stack"
      labelledBy="issue"
      onSend={() => {
        setIssuing(true);
        void onIssue(draft).then((done) => {
          setIssuing(false);
          // Text that was typed meanwhile is the next key's.
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

function ShownOnce({ issued, onDone }: { issued: NewKey; onDone: () => void }) {
  return (
    <section class="panel shown-once" aria-labelledby="shown-once">
      <div class="panel-body stack">
        <FocusedHeading tag="h2" id="shown-once" about={issued.id}>
          The key of “{visibleText(issued.name)}”, shown this once
        </FocusedHeading>
        <code class="big">{issued.key}</code>
        <p class="hint">
          Only a digest of it is kept. It opens the sandbox <span class="mono">{issued.sandbox}</span>.
        </p>
        <div class="acts">
          <CopyButton text={issued.key} label="Copy key" />
          <Button kind="small" onClick={onDone}>
            I have saved it
          </Button>
        </div>
      </div>
    </section>
  );
}

const special = [
  ['dk_test_NAME', 'Valid for everything. NAME is its sandbox, created on first use.'],
  [
    'dk_test_NAME~SCENARIO',
    'The same sandbox with that scenario forced, for clients that can set only the key.',
  ],
  ['dk_expired_NAME', 'Gets 401, like an expired key.'],
  ['dk_limited_NAME', 'Has few scopes; gets 403 where an operation needs another.'],
] as const;

function SpecialKeys() {
  const named = (key: string): string =>
    key.replace('NAME', scope.value || 'demo').replace('SCENARIO', 'flaky');
  return (
    <Panel
      id="special"
      title="Keys that say what they are"
      head={<p>No secrets, nothing to set up. NAME is 1 to 64 of A-Z a-z 0-9 . _ -</p>}
    >
      <ul class="entries">
        {special.map(([key, meaning]) => (
          <li key={key} class="entry">
            <code class="entry-name">{key}</code>
            <p class="entry-text">{meaning}</p>
            <CopyButton text={named(key)} label="Copy" hint={`Copy ${named(key)}`} plain />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface IssuedKeysProps extends IssueFormProps {
  readonly keys: readonly IssuedKey[];
  readonly onRevoked: (id: string) => void;
}

/** The keys of the chosen sandbox, or all. */
function IssuedKeys({ keys: all, scopes, onIssue, onRevoked }: IssuedKeysProps) {
  const sandbox = scope.value;
  const keys = all.filter((key) => sandbox === '' || key.sandbox === sandbox);
  const hidden = all.length - keys.length;
  const example: KeyDraft = { name: 'example', lifetime: 'hour', sandbox, scopes: scopes.slice(0, 1) };
  return (
    <Panel
      id="issued"
      title="Issued keys"
      head={hidden > 0 ? <p>{counted(hidden, 'key')} of other sandboxes not shown</p> : null}
    >
      {keys.length === 0 ? (
        <Empty
          title="No key has been issued"
          act={<Button onClick={() => void onIssue(example)}>Issue an example</Button>}
        >
          <p>
            An issued key is a secret like the service's real ones: it has scopes, can expire, and gets 401
            once it is revoked.
          </p>
        </Empty>
      ) : (
        <ul class="entries">
          {keys.map((key) => (
            <KeyRow key={key.id} issued={key} onRevoked={onRevoked} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function KeyRow({ issued, onRevoked }: { issued: IssuedKey; onRevoked: (id: string) => void }) {
  const { id, name, start, scopes, sandbox, expiresAt, expired } = issued;
  const expire = (): Promise<boolean> => changeKeys(() => control.expireKey(id));
  const revoke = (): Promise<boolean> => changeKeys(() => control.revokeKey(id).then(() => onRevoked(id)));
  return (
    <li class="entry">
      <div class="entry-name">
        <strong>{visibleText(name)}</strong>
        <span class="hint mono">{start}…</span>
      </div>
      <p class="entry-text">
        {scopes === null ? 'everything' : scopes.join(', ')}{' '}
        <span class="hint">
          in sandbox <span class="mono">{sandbox}</span>,{' '}
          {expiresAt === null ? 'never expires' : `${expired ? 'expired' : 'expires'} ${dateTime(expiresAt)}`}
        </span>{' '}
        {expired ? <span class="badge warn">expired</span> : null}
      </p>
      <div class="acts end">
        {expired ? null : (
          <ConfirmButton label="Expire now" sure="Expire it now?" onConfirm={() => void expire()} />
        )}
        <ConfirmButton label="Revoke" sure="Revoke for good?" onConfirm={() => void revoke()} />
      </div>
    </li>
  );
}
