import type { IssuedKey } from '../../control/control-types.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { dateTime } from '../../parts/format.js';
import { visibleText } from '../../parts/visible-text.js';

interface IssuedKeysProps {
  readonly keys: readonly IssuedKey[];
  readonly onRevoke: (id: string) => void;
}

export function IssuedKeys({ keys, onRevoke }: IssuedKeysProps) {
  return (
    <section class="panel" aria-labelledby="issued">
      <div class="panel-head">
        <h2 id="issued">Issued keys</h2>
      </div>
      {keys.length === 0 ? (
        <div class="empty">
          <h3>None has been issued</h3>
          <p>
            An issued key is a secret like the service's real ones: it has scopes, can expire, and is answered 401 once it is
            revoked.
          </p>
        </div>
      ) : (
        <div class="table-scroll">
          <table class="data">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Key</th>
                <th scope="col">Scopes</th>
                <th scope="col">Sandbox</th>
                <th scope="col">Expires</th>
                <th scope="col">
                  <span class="unseen">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <KeyRow key={key.id} issued={key} onRevoke={onRevoke} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function KeyRow({ issued, onRevoke }: { issued: IssuedKey; onRevoke: (id: string) => void }) {
  const { id, name, start, scopes, sandbox, expiresAt } = issued;
  const expired = issued.expired || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());
  return (
    <tr>
      <th scope="row">{visibleText(name)}</th>
      <td>
        <code>{start}…</code>
      </td>
      <td>{scopes === null ? 'everything' : scopes.join(', ')}</td>
      <td class="mono">{sandbox}</td>
      <td>
        {expired ? <span class="badge warn">expired</span> : expiresAt === null ? 'never' : dateTime(expiresAt)}
      </td>
      <td class="num">
        <ConfirmButton label="Revoke" sure="Revoke for good?" onConfirm={() => onRevoke(id)} />
      </td>
    </tr>
  );
}
