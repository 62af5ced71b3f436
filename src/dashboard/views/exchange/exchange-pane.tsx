import { useLayoutEffect, useRef } from 'preact/hooks';
import { control } from '../../control/control-api.js';
import { useLoaded } from '../../parts/use-loaded.js';
import { goTo, hrefOf, route } from '../../routing/route.js';
import { BackIcon, CloseIcon } from '../../shell/icons.js';
import { connection, resetsVersion } from '../../state/world.js';
import { ExchangeView } from './exchange-view.js';

interface ExchangePaneProps {
  readonly sandbox: string;
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
}

/** One exchange beside the list, or instead of it on a narrow screen. */
export function ExchangePane({ sandbox, id, query }: ExchangePaneProps) {
  const { value, error } = useLoaded(
    () => control.exchange(sandbox, id),
    [sandbox, id, connection.value.state, resetsVersion.value],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  // With the first drawing: a key that follows may move the focus on.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    return () => setTimeout(focusRow, 0, hrefOf(['traffic', sandbox, id], { sandbox: '' }));
  }, []);
  return (
    <section
      class="exchange"
      aria-label={`Request ${id} of ${sandbox}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') goTo(hrefOf(['traffic'], query));
      }}
    >
      <div class="exchange-bar">
        <a class="btn plain back" href={hrefOf(['traffic'], query)}>
          <BackIcon /> All requests
        </a>
        <h2 ref={heading} tabIndex={-1} class="hint">
          Request {id} of sandbox <span class="mono">{sandbox}</span>
        </h2>
        <a class="btn plain close" href={hrefOf(['traffic'], query)} aria-label="Close">
          <CloseIcon />
        </a>
      </div>
      {error === undefined ? null : (
        <div class="empty">
          <h3>This request is not in the journal any more</h3>
          <p>{error}</p>
          <p>
            A sandbox keeps its last requests; start with <code>--journal 5000</code> to keep more.
          </p>
        </div>
      )}
      {value ? <ExchangeView exchange={value} sandbox={sandbox} /> : null}
    </section>
  );
}

/** Returns the focus to the row that was open, unless another one was opened or the view was left. */
function focusRow(href: string): void {
  const { path } = route.value;
  if (path[0] !== 'traffic' || path.length > 1) return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.rows-box .row a')];
  links.find((link) => link.getAttribute('href')?.split('?')[0] === href)?.focus();
}
