import { Button } from '../../parts/button.js';
import { useState, useLayoutEffect, useRef } from 'preact/hooks';
import { control } from '../../control/control-api.js';
import type { NewKey } from '../../control/control-types.js';
import { useLoaded } from '../../parts/use-loaded.js';
import { ViewHead } from '../../parts/view-head.js';
import { scope } from '../../state/scope.js';
import { attempt, clocksVersion, connection, keysVersion } from '../../state/world.js';
import { IssueForm } from './issue-form.js';
import { IssuedKeys } from './issued-keys.js';
import { SpecialKeys } from './special-keys.js';
import { CopyButton } from '../../parts/copy-button.js';
import { visibleText } from '../../parts/visible-text.js';

/** The keys: public test keys, and secret ones that are issued here. */
export function KeysView() {
  const [issued, setIssued] = useState<NewKey | undefined>(undefined);
  const [version, setVersion] = useState(0);
  const { value, error } = useLoaded(control.keys, [
    keysVersion.value,
    clocksVersion.value,
    version,
    connection.value.state,
  ]);
  return (
    <div class="view">
      <ViewHead
        title="Keys"
        idea="Most tests need no issued key: any name makes a valid one. Issue a key to test scopes, expiry or revocation."
      />
      <SpecialKeys sandbox={scope.value} />
      {issued ? <ShownOnce issued={issued} onDone={() => setIssued(undefined)} /> : null}
      <section class="panel" aria-labelledby="issue">
        <div class="panel-head">
          <h2 id="issue">Issue a secret key</h2>
        </div>
        <div class="panel-body">
          <IssueForm
            key={scope.value}
            sandbox={scope.value}
            scopes={value?.scopes ?? []}
            onIssue={(order) =>
              attempt(async () => {
                setIssued(await control.issueKey(order));
                setVersion((before) => before + 1);
              })
            }
          />
        </div>
      </section>
      {error === undefined ? null : <p class="note bad">{error}</p>}
      {value ? (
        <IssuedKeys
          keys={value.keys.filter(({ sandbox }) => scope.value === '' || sandbox === scope.value)}
          hidden={value.keys.filter(({ sandbox }) => scope.value !== '' && sandbox !== scope.value).length}
          onExpire={(id) =>
            void attempt(async () => {
              await control.expireKey(id);
              setVersion((before) => before + 1);
            })
          }
          onRevoke={(id) =>
            void attempt(async () => {
              await control.revokeKey(id);
              setIssued((shown) => (shown?.id === id ? undefined : shown));
              setVersion((before) => before + 1);
            })
          }
        />
      ) : null}
    </div>
  );
}

/** A key that was just issued; it can't be shown again. */
function ShownOnce({ issued, onDone }: { issued: NewKey; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [issued.id]);
  return (
    <section class="panel shown-once" aria-labelledby="shown-once">
      <div class="panel-body stack">
        <h2 id="shown-once" ref={heading} tabIndex={-1}>
          The key of “{visibleText(issued.name)}”, shown this once
        </h2>
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
