import { useLayoutEffect } from 'preact/hooks';
import { control } from '../../control/control-api.js';
import { useLoaded } from '../../parts/hooks.js';
import { hrefOf, route } from '../../routing/route.js';
import { BackIcon } from '../../shell/icons.js';
import { keyOf } from '../../state/exchange-log.js';
import { connection, exchangeLog, resetsVersion } from '../../state/world.js';
import { ExchangeFrame } from './exchange-frame.js';
import { ExchangeView } from './exchange-view.js';
import { Empty } from '../../parts/layout.js';

/** One exchange beside the list, or instead of it on a narrow screen. */
export function ExchangePane({ sandbox, id }: { sandbox: string; id: string }) {
  const key = keyOf({ sandbox, id: Number(id) });
  const ending = exchangeLog.entries.value.find((entry) => keyOf(entry) === key)?.ending;
  const { value, error } = useLoaded(
    () => control.exchange(sandbox, id),
    [sandbox, id, ending, connection.value.state, resetsVersion.value],
  );
  const list = hrefOf(['traffic'], route.value.query);
  useLayoutEffect(() => () => setTimeout(focusRow, 0, hrefOf(['traffic', sandbox, id], { sandbox: '' })), []);
  return (
    <ExchangeFrame
      label={`Request ${id} of ${sandbox}`}
      heading={
        <>
          Request {id} of sandbox <span class="mono">{sandbox}</span>
        </>
      }
      end={list}
      endLabel="Close"
      back={
        <a class="btn plain back" href={list}>
          <BackIcon /> All requests
        </a>
      }
    >
      {error === undefined ? null : (
        <Empty title="This request is not in the journal any more">
          <p>{error}</p>
          <p>
            A sandbox keeps its last requests; start with <code>--journal 5000</code> to keep more.
          </p>
        </Empty>
      )}
      {value ? <ExchangeView exchange={value} sandbox={sandbox} /> : null}
    </ExchangeFrame>
  );
}

/** Returns the focus to the row that was open, unless another one was opened or the view was left. */
function focusRow(href: string): void {
  const { path } = route.value;
  if (path[0] !== 'traffic' || path.length > 1) return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.rows-box .row a')];
  links.find((link) => link.getAttribute('href')?.split('?')[0] === href)?.focus();
}
