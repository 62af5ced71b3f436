import { control } from '../../../control/control-api.js';
import type { Exchange } from '../../../control/control-types.js';
import { StatusBadge } from '../../../parts/badges.js';
import { duration, timeOfDay } from '../../../parts/format.js';
import { useLoaded } from '../../../parts/use-loaded.js';
import { visibleText } from '../../../parts/visible-text.js';
import { hrefOf } from '../../../routing/route.js';
import { ExchangeFrame } from '../exchange-frame.js';
import { bodyText } from '../repeatable-request.js';
import { DiffView } from './diff-view.js';

/** Two exchanges side by side: the one that was chosen first, and the one that is open. */
export function ComparePane(props: { one: string; other: string; query: Readonly<Record<string, string>> }) {
  const { one, other, query } = props;
  const { value, error } = useLoaded(() => Promise.all([exchangeOf(one), exchangeOf(other)]), [one, other]);
  return (
    <ExchangeFrame
      label={`Request ${one} compared with ${other}`}
      heading={
        <>
          Comparing <span class="mono">{visibleText(one)}</span> with{' '}
          <span class="mono">{visibleText(other)}</span>
        </>
      }
      end={hrefOf(['traffic', ...other.split('/')], { ...query, with: '' })}
      endLabel="End the comparison"
    >
      {error === undefined ? null : <p class="note bad">{error}</p>}
      {one === other ? (
        <div class="empty">
          <h3>Choose the other request</h3>
          <p>Open it in the list; it is shown beside this one.</p>
        </div>
      ) : value ? (
        <Comparison one={value[0]} other={value[1]} />
      ) : null}
    </ExchangeFrame>
  );
}

function exchangeOf(key: string): Promise<Exchange> {
  const cut = key.lastIndexOf('/');
  return control.exchange(key.slice(0, cut), key.slice(cut + 1));
}

function Comparison({ one, other }: { one: Exchange; other: Exchange }) {
  const target = targetOf(one);
  const parts: readonly [string, (exchange: Exchange) => string][] = [
    ['Request line', targetOf],
    ['Request headers', ({ request }) => headerLines(request.headers)],
    ['Request body', ({ request }) => bodyText(request.body)],
    ['Problems', ({ problems }) => problems.map(({ text }) => text).join('\n')],
    ['Response headers', ({ response }) => headerLines(response.headers)],
    ['Response body', ({ response }) => bodyText(response.body)],
  ];
  return (
    <div class="exchange-body">
      {target === targetOf(other) ? <p class="mono">{visibleText(target)}</p> : null}
      <div class="compare-heads">
        {[one, other].map((exchange) => (
          <p key={exchange.time}>
            <StatusBadge status={exchange.response.status} fault={exchange.scenario?.fault ?? null} />{' '}
            <span class="hint">
              {timeOfDay(exchange.time)}, {duration(exchange.durationMs)}
              {exchange.scenario ? `, ${visibleText(exchange.scenario.names.join(', '))}` : ''}
            </span>
          </p>
        ))}
      </div>
      {parts.map(([title, textOf]) => {
        const [a, b] = [textOf(one), textOf(other)];
        return (a === '' && b === '') || (textOf === targetOf && a === b) ? null : (
          <section key={title} class="panel" aria-label={title}>
            <div class="panel-head">
              <h3>{title}</h3>
              <span class="hint">{a === b ? 'the same' : 'differs'}</span>
            </div>
            {a === b ? null : <DiffView label={`${title}, line by line`} texts={[a, b]} />}
          </section>
        );
      })}
    </div>
  );
}

function targetOf({ request: { method, path, query } }: Exchange): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}`;
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
    .join('\n');
}
