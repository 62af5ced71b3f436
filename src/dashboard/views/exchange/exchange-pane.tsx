import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { control } from '../../control/control-api.js';
import { useLoaded } from '../../parts/hooks.js';
import { goTo, hrefOf, route } from '../../routing/route.js';
import { BackIcon } from '../../shell/icons.js';
import { keyOf } from '../../state/exchange-log.js';
import { connection, exchangeLog, versions } from '../../state/world.js';
import { ExchangeFrame, type ExchangeFrameProps } from './exchange-frame.js';
import { ExchangeView } from './exchange-view.js';
import { draftKey, draftOf } from './send-drafts.js';
import { ActLink, Button } from '../../parts/controls.js';
import { Empty, Loading } from '../../parts/layout.js';

/** One exchange beside the list, or instead of it on a narrow screen. */
export function ExchangePane({ sandbox, id }: { sandbox: string; id: string }) {
  const [number = id, goneAt] = id.split('@', 2);
  if (goneAt === undefined) return <KeptExchange {...{ sandbox, id }} />;
  return (
    <RequestFrame {...{ sandbox, number }} note=", from before a restart">
      <Empty title="The server was restarted since">
        <p>Only the line of this request is left: its headers and bodies went with the journal.</p>
      </Empty>
    </RequestFrame>
  );
}

function KeptExchange({ sandbox, id }: { sandbox: string; id: string }) {
  const key = keyOf({ sandbox, id: Number(id) });
  // Another one comes whenever something has become of the exchange.
  const entry = exchangeLog.entries.value.find((one) => keyOf(one) === key);
  const { value, error } = useLoaded(
    () => control.exchange(sandbox, id),
    [sandbox, id, entry, connection.value.state, versions.reset.value],
  );
  const [isAsking, setAsking] = useState(false);
  const hasDraft = value !== undefined && route.value.query.tab === 'again' && draftOf(draftKey(value));
  useLayoutEffect(() => () => setTimeout(focusRow, 0, hrefOf(['traffic', sandbox, id], { sandbox: '' })), []);
  return (
    <RequestFrame
      {...{ sandbox, number: id }}
      onEscape={() => {
        if (hasDraft) setAsking(!isAsking);
        else goTo(listAddress());
      }}
    >
      {isAsking && hasDraft ? <AskToClose onStay={() => setAsking(false)} /> : null}
      {error === undefined ? null : (
        <Empty title="This request is not in the journal any more">
          <p>{error}</p>
          <p>
            A sandbox keeps its last requests; start with <code>--journal 5000</code> to keep more.
          </p>
        </Empty>
      )}
      {value ? <ExchangeView exchange={value} /> : error === undefined ? <Loading /> : null}
    </RequestFrame>
  );
}

interface RequestFrameProps extends Pick<ExchangeFrameProps, 'onEscape' | 'children'> {
  readonly sandbox: string;
  readonly number: string;
  /** Read out behind what the request is. */
  readonly note?: string;
}

function RequestFrame({ sandbox, number, note = '', ...frame }: RequestFrameProps) {
  return (
    <ExchangeFrame
      label={`Request ${number} of ${sandbox}${note}`}
      heading={
        <>
          Request {number} of sandbox <span class="mono">{sandbox}</span>
        </>
      }
      end={listAddress()}
      endLabel="Close"
      back={
        <a class="btn plain back" href={listAddress()}>
          <BackIcon /> All requests
        </a>
      }
      {...frame}
    />
  );
}

function listAddress(): string {
  return hrefOf(['traffic'], route.value.query);
}

/** Asks before a request that was changed and not sent is left. */
function AskToClose({ onStay }: { onStay: () => void }) {
  const stay = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => stay.current?.focus(), []);
  return (
    <div class="note warn ask" role="alertdialog" aria-label="Close this request?">
      <p>The changed request is kept here until this tab of the browser is closed.</p>
      <div class="acts">
        <Button kind="small" ref={stay} onClick={onStay}>
          Go on editing
        </Button>
        <ActLink kind="small" href={listAddress()} label="Close it" />
      </div>
    </div>
  );
}

/** Returns the focus to the row that was open, unless another one was opened or the view was left. */
function focusRow(href: string): void {
  const { path } = route.value;
  if (path[0] !== 'traffic' || path.length > 1) return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.rows-box .row a')];
  links.find((link) => link.getAttribute('href')?.split('?')[0] === href)?.focus();
}
