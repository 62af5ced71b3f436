import { control } from '../../../control/control-api.js';
import type { Exchange } from '../../../control/control-types.js';
import { Panel, Empty, Loading, Trouble } from '../../../parts/layout.js';
import { duration, timeOfDay, visibleText } from '../../../parts/text.js';
import { useLoaded } from '../../../parts/hooks.js';
import { hrefOf, route } from '../../../routing/route.js';
import { ExchangeFrame, ExchangeStatus } from '../exchange-frame.js';
import { bodyText } from '../repeatable-request.js';
import { DiffView } from './diff-view.js';

/** Two exchanges side by side: the one that was chosen first, and the one that is open. */
export function ComparePane({ one, other }: { one: string; other: string }) {
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
      end={hrefOf(['traffic', ...other.split('/')], { ...route.value.query, with: '' })}
      endLabel="End the comparison"
    >
      <Trouble text={error} />
      {one === other ? (
        <Empty title="Choose the other request">
          <p>Open it in the list; it is shown beside this one.</p>
        </Empty>
      ) : value ? (
        <Comparison one={value[0]} other={value[1]} />
      ) : error === undefined ? (
        <Loading />
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
    <div class="exchange-body stack">
      {target === targetOf(other) ? <p class="mono">{visibleText(target)}</p> : null}
      <div class="compare-heads">
        {[one, other].map((exchange) => (
          <p key={exchange.time}>
            <ExchangeStatus exchange={exchange} />{' '}
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
          <Panel
            key={title}
            title={title}
            head={<span class="hint">{a === b ? 'the same' : 'differs'}</span>}
          >
            {a === b ? null : <DiffView label={`${title}, line by line`} texts={[a, b]} />}
          </Panel>
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
