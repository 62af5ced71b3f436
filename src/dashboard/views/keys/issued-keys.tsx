import type { IssuedKey } from '../../control/control-types.js';
import { ConfirmButton } from '../../parts/button.js';
import { counted, dateTime } from '../../parts/format.js';
import { visibleText } from '../../parts/visible-text.js';

interface IssuedKeysProps {
  readonly keys: readonly IssuedKey[];
  /** The number of keys of other sandboxes, which are not listed. */
  readonly hidden: number;
  readonly onExpire: (id: string) => void;
  readonly onRevoke: (id: string) => void;
}

export function IssuedKeys({ keys, hidden, onExpire, onRevoke }: IssuedKeysProps) {
  return (
    <section class="panel" aria-labelledby="issued">
      <div class="panel-head">
        <h2 id="issued">Issued keys</h2>
        {hidden > 0 ? <p>{counted(hidden, 'key')} of other sandboxes not shown</p> : null}
      </div>
      {keys.length === 0 ? (
        <div class="empty">
          <h3>No key has been issued</h3>
          <p>
            An issued key is a secret like the service's real ones: it has scopes, can expire, and gets 401
            once it is revoked.
          </p>
        </div>
      ) : (
        <ul class="scenarios">
          {keys.map((key) => (
            <KeyRow key={key.id} issued={key} onExpire={onExpire} onRevoke={onRevoke} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface KeyRowProps extends Omit<IssuedKeysProps, 'keys' | 'hidden'> {
  readonly issued: IssuedKey;
}

function KeyRow({ issued, onExpire, onRevoke }: KeyRowProps) {
  const { id, name, start, scopes, sandbox, expiresAt } = issued;
  const { expired } = issued;
  return (
    <li class="scenario">
      <div class="scenario-name">
        <strong>{visibleText(name)}</strong>
        <span class="hint mono">{start}…</span>
      </div>
      <p class="scenario-text">
        {scopes === null ? 'everything' : scopes.join(', ')}{' '}
        <span class="hint">
          in sandbox <span class="mono">{sandbox}</span>,{' '}
          {expiresAt === null ? 'never expires' : `${expired ? 'expired' : 'expires'} ${dateTime(expiresAt)}`}
        </span>{' '}
        {expired ? <span class="badge warn">expired</span> : null}
      </p>
      <div class="acts end">
        {expired ? null : (
          <ConfirmButton label="Expire now" sure="Expire it now?" onConfirm={() => onExpire(id)} />
        )}
        <ConfirmButton label="Revoke" sure="Revoke for good?" onConfirm={() => onRevoke(id)} />
      </div>
    </li>
  );
}
